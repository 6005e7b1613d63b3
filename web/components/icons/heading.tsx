import { icon } from './icon.tsx';

export const Heading = icon(
  <>
    <path d="M6 12h12" />
    <path d="M6 20V4" />
    <path d="M18 20V4" />
  </>,
);
