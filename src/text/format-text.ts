/** Returns a number with its noun: "1 enquiry", "2 enquiries", "10,000 enquiries". */
export function pluralise(count: number, singular = 'enquiry', plural = 'enquiries'): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? singular : plural}`;
}

/** Returns a text of at most `maxLength` characters: of a longer one the beginning, with an ellipsis. */
export function shortenText(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
