/** Shortens a phone number for the audit record and for operators who can't read personal data: `+48…67`. */
export function shortenPhone(phone: string | null): string {
  return phone === null ? '-' : `${phone.slice(0, 3)}…${phone.slice(-2)}`;
}

/** Shortens an email address in the same way: `j…@d….pl`. */
export function shortenEmail(email: string | null): string {
  return email === null ? '-' : email.replace(/^(.)[^@]*@(.).*(\.[^.]+)$/u, '$1…@$2…$3');
}
