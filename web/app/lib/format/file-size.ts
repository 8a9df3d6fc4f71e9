/** Formats a size in bytes: 640 kB, 2.4 MB, 1.1 GB. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(Math.sign(bytes), Math.round(bytes / 1000))} kB`;
  return bytes < 1_000_000_000 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
