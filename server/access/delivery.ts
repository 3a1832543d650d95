import { type Language } from '#schemas/languages.ts';

/** A code signs somebody in, or proves that an e-mail address is theirs. */
export type CodePurpose = 'sign_in' | 'verify_email';

/** A one-time code on its way to a person. */
export interface CodeMessage {
  readonly channel: 'email' | 'sms';
  /** An e-mail address, or a phone number in international form. */
  readonly to: string;
  readonly language: Language;
  readonly code: string;
  /** What the code is for; signing in where nothing is said. */
  readonly purpose?: CodePurpose;
}

/** How codes reach people. Rejects when the message could not be handed over. */
export interface Delivery {
  send(message: CodeMessage): Promise<void>;
  /** Releases connections. */
  close(): Promise<void>;
}
