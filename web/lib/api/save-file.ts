/** Saves a text as a file of the person's own, without leaving the page. */
export const saveFile = (name: string, text: string, type: string) =>
  saveBlob(name, new Blob([text], { type }));

/** The same of what is no text. */
export function saveBlob(name: string, blob: Blob) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
