/** Formats sizes for users. */
const kibibyte = 1024;

/** A size in the largest unit that it reaches, such as “3.4 MiB”. */
export function sizeText(bytes: number): string {
  if (bytes < kibibyte ** 2) return `${Math.ceil(bytes / kibibyte)} KiB`;
  const isHuge = bytes >= kibibyte ** 3;
  const amount = bytes / (isHuge ? kibibyte ** 3 : kibibyte ** 2);
  return `${amount < 100 ? amount.toFixed(1) : Math.round(amount)} ${isHuge ? 'GiB' : 'MiB'}`;
}
