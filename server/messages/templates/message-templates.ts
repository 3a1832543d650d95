import * as v from 'valibot';

const words = v.string();
const count = v.pipe(v.number(), v.integer());

/**
 * What people are told, and what each of it is filled with. It says as little of other people as
 * it can: no customer's name or address, no voucher's number, nothing of a chat but its title.
 */
export const templateSchemas = {
  /** To whoever placed them, when they are placed. */
  order_confirmed: v.object({
    orders: v.array(
      v.object({
        number: words,
        points: count,
        lines: v.array(v.object({ name: words, quantity: count })),
      }),
    ),
  }),
  /** To whoever placed it, when it is over. */
  order_decided: v.object({
    decision: v.picklist(['complete', 'reject']),
    number: words,
    points: count,
    reason: v.nullable(words),
  }),
  /** To whoever placed it: the screen of the card sends people to their mailbox for the reason (spec 2 §8). */
  top_up_refused: v.object({
    number: words,
    points: count,
    reason: words,
    /** Whether the points are back; else the provider is asked again. */
    is_final: v.boolean(),
  }),
  /**
   * To the owner of a company that has just registered. The address is not proved yet and may be a
   * stranger's, so nothing stands in it that whoever registered has typed.
   */
  welcome: v.object({
    /** That wait until the company is verified. */
    points: count,
  }),
  /** To the company's owners. */
  lead_offered: v.object({ place: words, answer_by: v.nullable(v.pipe(v.string(), v.isoDate())) }),
  /** To whoever asked. */
  chat_answered: v.object({ title: words }),
  /** To a homeowner, with the document. */
  certificate: v.object({ number: words, company: words, link: v.pipe(v.string(), v.url()) }),
  /** To somebody who was added to a company's team. */
  team_invitation: v.object({
    company: words,
    /** Where one signs in; null where this server does not know its address. */
    link: v.nullable(v.pipe(v.string(), v.url())),
  }),
  /** To a member's old phone number, which their company has replaced. */
  phone_replaced: v.object({ company: words }),
  /** To the number that a member signs in with from now on. */
  phone_entered: v.object({ company: words, link: v.pipe(v.string(), v.url()) }),
};

export type TemplateName = keyof typeof templateSchemas;
export const templateNames = Object.keys(templateSchemas) as TemplateName[];
/** What a template is filled with. */
export type TemplateData<T extends TemplateName> = v.InferOutput<(typeof templateSchemas)[T]>;
/** A template with what it is filled with. */
export type TemplateContent = {
  [T in TemplateName]: { readonly template: T; readonly data: TemplateData<T> };
}[TemplateName];

/** What stands in the queue, as it was written; null where this build knows no such template or shape. */
export function parseTemplateContent(template: string, data: unknown): TemplateContent | null {
  if (!Object.hasOwn(templateSchemas, template)) return null;
  const read = v.safeParse(templateSchemas[template as TemplateName], data);
  // The schema is the template's own, so what it has read is the template's too.
  return read.success ? ({ template, data: read.output } as TemplateContent) : null;
}
