/** Gives a file to the browser, which keeps it where downloads go. */
export function saveFile({ file, name }: { file: Blob; name: string }): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Freed once the browser has surely begun to read it; until then it costs the memory of the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
