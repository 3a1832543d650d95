import * as v from 'valibot';

const text = v.string();
const count = v.pipe(v.number(), v.integer());

/**
 * Templates and the data that each one needs. They contain as little personal data as possible: no customer name or
 * address, no voucher number, and only the title of a chat.
 */
const templateSchemas = {
  /** To the person who placed the orders. */
  order_confirmed: v.object({
    orders: v.array(
      v.object({
        number: text,
        points: count,
        lines: v.array(v.object({ name: text, quantity: count })),
      }),
    ),
  }),
  /** To the person who placed the order, once it is completed or rejected. */
  order_decided: v.object({
    decision: v.picklist(['complete', 'reject']),
    number: text,
    points: count,
    reason: v.nullable(text),
  }),
  /**
   * To the person who placed the order. The card screen tells this person to look up the reason in this email (spec 2
   * §8).
   */
  top_up_refused: v.object({
    number: text,
    points: count,
    reason: text,
    /** True if the points were returned; false if we will contact the provider again. */
    is_final: v.boolean(),
  }),
  /**
   * To the owner of a newly registered company. The address is unverified and may belong to someone
   * else, so the email repeats nothing that was entered.
   */
  welcome: v.object({
    /** Points reserved until the company is verified. */
    points: count,
  }),
  lead_offered: v.object({ place: text, answer_by: v.nullable(v.pipe(v.string(), v.isoDate())) }),
  /** To the person who opened the chat. */
  chat_answered: v.object({ title: text }),
  /** To a homeowner, with the document attached. */
  certificate: v.object({ number: text, company: text, link: v.pipe(v.string(), v.url()) }),
  /** To a homeowner who agreed to receive the signed sheet, which is attached. */
  handover: v.object({ company: text }),
  /** To a new team member. */
  team_invitation: v.object({
    company: text,
    /** Sign-in page; null if the server's public URL is unknown. */
    link: v.nullable(v.pipe(v.string(), v.url())),
  }),
  /** To a member's old phone number after the company replaced it. */
  phone_replaced: v.object({ company: text }),
  /** To a member's new phone number. */
  phone_entered: v.object({ company: text, link: v.pipe(v.string(), v.url()) }),
  /** To a phone number or address that an operator replaced. */
  sign_in_replaced: v.object({}),
};

export type TemplateName = keyof typeof templateSchemas;
export const templateNames = Object.keys(templateSchemas) as TemplateName[];
/** Data of a template. */
export type TemplateData<T extends TemplateName> = v.InferOutput<(typeof templateSchemas)[T]>;
/** A template with its data. */
export type TemplateContent = {
  [T in TemplateName]: { readonly template: T; readonly data: TemplateData<T> };
}[TemplateName];

/** Parses queued content. Returns null if this build doesn't know the template, or if the data has another shape. */
export function parseTemplateContent(template: string, data: unknown): TemplateContent | null {
  if (!Object.hasOwn(templateSchemas, template)) return null;
  const parsed = v.safeParse(templateSchemas[template as TemplateName], data);
  // The schema was looked up by the template's name, so the types match.
  return parsed.success ? ({ template, data: parsed.output } as TemplateContent) : null;
}
