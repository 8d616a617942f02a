/** Lets the browser save a file. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By then the download holds its own reference to the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
