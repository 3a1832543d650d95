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
  );

/** An e-mail with a file. */
export interface Letter {
  /** An e-mail address. */
  readonly to: string;
  readonly subject: string;
  /** The e-mail as plain text. */
  readonly text: string;
  readonly attachment: {
    readonly name: string;
    readonly mediaType: string;
    readonly content: Uint8Array;
  };
}

/** How codes reach people. Rejects when the message could not be handed over. */
export interface CodeDelivery {
  send(message: CodeMessage): Promise<void>;
  /** Releases connections. */
  close(): Promise<void>;
}

/** The same, and how letters do. */
export interface Delivery extends CodeDelivery {
  sendLetter(letter: Letter): Promise<void>;
}
