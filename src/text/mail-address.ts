/** An e-mail address with the name of its owner, which may be empty. */
export interface MailAddress {
  name: string;
  address: string;
}
