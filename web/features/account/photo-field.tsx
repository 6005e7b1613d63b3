import { PictureField } from '#web/components/form/picture-field.tsx';

/** Chooses and uploads the picture of a person. */
export function PhotoField({
  url,
  onBusy,
  onUploaded,
}: {
  url: string | null;
  onBusy: (isBusy: boolean) => void;
  onUploaded: (url: string) => void;
}) {
  return (
    <PictureField
      label="Profile image"
      url={url}
      alt="Preview of your profile"
      waiting="Please wait, The image is being Uploaded"
      isRound
      onBusy={onBusy}
      onUploaded={onUploaded}
    />
  );
}
