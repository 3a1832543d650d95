import { type Language } from '#schemas/languages.ts';

/** A code signs somebody in, or proves that an e-mail address is theirs. */
export type CodePurpose = 'sign_in' | 'verify_email';

interface ToPerson {
  readonly channel: 'email' | 'sms';
  /** An e-mail address, or a phone number in international form. */
  readonly to: string;
  readonly language: Language;
}

/** A one-time code on its way to a person, or what a person is told of their account. */
export type CodeMessage = ToPerson &
  (
    | {
        /** What the code is for; signing in where nothing is said. */
        readonly purpose?: CodePurpose;
        readonly code: string;
      }
    | {
        /** To the address that was replaced. The code is the way back; null where there is none. */
        readonly purpose: 'email_changed';
        readonly code: string | null;
      }
    | { readonly purpose: 'wrong_codes'; readonly code: null }
    | {
        /** Somebody is of a team now, or is told again. */
        readonly purpose: 'team_added';
        readonly code: null;
        /** What the company is called. */
        readonly company: string;
        /** Where one signs in; null where this server does not know its address. */
        readonly link: string | null;
      }
  );

/** How codes reach people. Rejects when the message could not be handed over. */
export interface Delivery {
  send(message: CodeMessage): Promise<void>;
  /** Releases connections. */
  close(): Promise<void>;
}
