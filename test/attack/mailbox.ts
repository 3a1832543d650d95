import { codeIn, type MailServer } from '#test/server/mail-server.ts';

/** What people have been sent. */
export interface Mailbox {
  /** The one-time codes that were sent to an address, oldest first. */
  codesTo(email: string): string[];
}

export function mailboxOf({ received }: Pick<MailServer, 'received'>): Mailbox {
  return {
    codesTo: (email) =>
      received.filter(({ to }) => to.includes(email)).flatMap((mail) => codeIn(mail) ?? []),
  };
}
