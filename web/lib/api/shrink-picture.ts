import { IMAGE_LIMITS } from '#contract/protocols/image-sizes.ts';

/** Twice what the host keeps, so that nothing is lost that it would have kept. */
const SIDE = 3200;
const QUALITY = 0.9;

/**
 * Makes a picture smaller that the image host would refuse for its size, as those of phones often are;
 * others, and what the browser cannot read, come back as they are.
 */
export async function shrinkPicture(file: File): Promise<File> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  const { width, height } = picture;
  const { bytes, pixels, side } = IMAGE_LIMITS;
  const isFine = file.size <= bytes && width * height <= pixels && Math.max(width, height) <= side;
  const smaller = isFine ? null : await drawSmaller(picture);
  picture.close();
  return smaller ? new File([smaller], file.name.replace(/\.[^.]*$/, '.jpg'), { type: smaller.type }) : file;
}

async function drawSmaller(picture: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG has no transparency; without this it would turn black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
