import { t } from '#languages/t.ts';
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
      label={t('account.profile_image')}
      url={url}
      alt={t('account.preview_of_your_profile')}
      waiting={t('account.image_uploading')}
      isRound
      onBusy={onBusy}
      onUploaded={onUploaded}
    />
  );
}
