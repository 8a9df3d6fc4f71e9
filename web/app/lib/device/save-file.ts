/** Saves a file through the browser's downloads. */
export function saveFile({ file, name }: { file: Blob; name: string }): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoked late, when the browser has certainly begun to read it; until then the file stays in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
