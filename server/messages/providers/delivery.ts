import { type Language } from '#schemas/languages.ts';
import { type TemplateContent } from '../templates/message-templates.ts';

/** A code signs somebody in, or proves that an e-mail address is theirs. */
export type CodePurpose = 'sign_in' | 'verify_email';

interface ToPerson {
  readonly channel: 'email' | 'sms';
  /** An e-mail address, or a phone number in international form. */
  readonly to: string;
  readonly language: Language;
}

/** What a code's message is about. */
export type CodeContent =
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
  | { readonly purpose: 'wrong_codes'; readonly code: null };

/** A one-time code on its way to a person, or what a person is told of how they sign in. */
export type CodeMessage = ToPerson & CodeContent;

/** What somebody is told by e-mail. */
export type TemplateMessage = ToPerson & TemplateContent;

/** Everything that goes by e-mail or SMS. */
export type Message = CodeMessage | TemplateMessage;

/** A file that goes with an e-mail. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** What a message has beside its words. */
export interface Envelope {
  /** The same at every try, so that a provider that can tells a second one from the first. */
  readonly id: string;
  readonly attachments: readonly Attachment[];
}

/** How messages reach people. Rejects when one could not be handed over. */
export interface Delivery {
  /** @throws `PermanentDeliveryError` where trying again changes nothing */
  send(message: Message, envelope: Envelope): Promise<void>;
  /** Releases connections. */
  close(): Promise<void>;
}

/** The provider will never take this message. */
export class PermanentDeliveryError extends Error {
  /** For logs and metrics; without anything personal. */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super('The provider refused a message for good.', options);
    this.name = 'RefusedByProvider';
    this.code = code;
  }
}
