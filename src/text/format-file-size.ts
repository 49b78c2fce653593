/** Formats a number of bytes for people: "2.4 MB", "312 KB". */
export function formatFileSize(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  return megabytes < 1 ? `${Math.ceil(bytes / 1024)} KB` : `${megabytes.toFixed(1)} MB`;
}
