/** Saves a file through the browser. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Frees the URL a minute later, so that the browser has time to start the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
