import { codeIn, type MailServer } from '#test/server/mail-server.ts';

/** Messages sent to users. */
export interface Mailbox {
  /** One-time codes sent to an address, oldest first. */
  codesTo(email: string): string[];
}

export function mailboxOf({ received }: Pick<MailServer, 'received'>): Mailbox {
  return {
    codesTo: (email) =>
      received.filter(({ to }) => to.includes(email)).flatMap((mail) => codeIn(mail) ?? []),
  };
}
