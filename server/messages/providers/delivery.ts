import { type Language } from '#schemas/languages.ts';
import { type TemplateContent } from '../templates/message-templates.ts';

/** Purpose of a code: signing in or verifying an email address. */
export type CodePurpose = 'sign_in' | 'verify_email';

/** Purpose of a code for the operators' console. */
export type OperatorCodePurpose = 'operator_sign_in' | 'operator_invitation';

interface MessageAddress {
  readonly channel: 'email' | 'sms';
  /** Email address, or phone number in international format. */
  readonly to: string;
  readonly language: Language;
}

/** Content of a message about codes. */
export type CodeContent =
  | {
      /** Defaults to signing in. */
      readonly purpose?: CodePurpose;
      readonly code: string;
    }
  | {
      /** Sent to the replaced address. The code restores that address; it's null if the address was never verified. */
      readonly purpose: 'email_changed';
      readonly code: string | null;
    }
  | { readonly purpose: 'wrong_codes'; readonly code: null }
  | { readonly purpose: 'operator_sign_in'; readonly code: string }
  /** `link` is the console's URL. */
  | { readonly purpose: 'operator_invitation'; readonly code: string; readonly link: string };

/** A message about codes or signing in. */
export type CodeMessage = MessageAddress & CodeContent;

/** A message rendered from a template. */
type TemplateMessage = MessageAddress & TemplateContent;

export type Message = CodeMessage | TemplateMessage;

/** An email attachment. */
export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** The id and the attachments that go with a message. */
export interface Envelope {
  /** Id of the message. It's the same for every attempt, so that providers can detect duplicates. */
  readonly id: string;
  readonly attachments: readonly Attachment[];
}

/** Sends messages. `send` rejects if the provider doesn't accept the message. */
export interface Delivery {
  /** @throws `PermanentDeliveryError` if retrying is pointless */
  send(message: Message, envelope: Envelope): Promise<void>;
  /** Closes connections. */
  close(): Promise<void>;
}

/** The provider permanently rejected the message. */
export class PermanentDeliveryError extends Error {
  /** The reason, for logs and metrics. It contains no personal data. */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super('The provider permanently rejected a message.', options);
    this.name = 'PermanentDeliveryError';
    this.code = code;
  }
}
