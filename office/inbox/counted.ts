/** "1 enquiry", "2 enquiries", "10,000 enquiries"; the same for another noun. */
export function counted(number: number, one = 'enquiry', several = 'enquiries'): string {
  return `${number.toLocaleString('en-GB')} ${number === 1 ? one : several}`;
}
