import { type Language } from '#schemas/languages.ts';

/** A one-time code on its way to a person. */
export interface CodeMessage {
  readonly channel: 'email' | 'sms';
  /** An e-mail address, or a phone number in international form. */
  readonly to: string;
  readonly language: Language;
  readonly code: string;
}

/** How codes reach people. Rejects when the message could not be handed over. */
export interface Delivery {
  send(message: CodeMessage): Promise<void>;
  /** Releases connections. */
  close(): Promise<void>;
}
