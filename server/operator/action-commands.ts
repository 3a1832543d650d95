import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { chatStatuses } from '#schemas/chat.ts';
import { cardSerialNumber } from '#schemas/club-card.ts';
import { content } from '#schemas/content.ts';
import { lead, leadProducts } from '#schemas/lead.ts';
import { orderResponse } from '#schemas/order.ts';
import { uuid } from '#schemas/primitives.ts';
import { regionCode } from '#schemas/regions.ts';
import { surveyInvitation } from '#schemas/survey-invitation.ts';
import { cleanTypedLines } from '#schemas/typed-text.ts';
import { issueCard, setCardStatus } from '../card/issue-card.ts';
import {
  listRemovedFromTexts,
  publishContent,
  withdrawContent,
} from '../contents/publish-content.ts';
import { renewLeadByCommand } from '../leads/offer-request.ts';
import { setLeadsEnabled, offerLead, withdrawLead } from '../leads/operator-leads.ts';
import { type Decision, decideOrder } from '../orders/decide-order.ts';
import { startSealing } from '../orders/sealing-state.ts';
import { verifyCompany } from '../points/reserved-points.ts';
import { releaseLot } from '../scans/held-lots.ts';
import { replyToChat } from '../support/operator-chats.ts';
import { inviteToSurvey } from '../surveys/invite-to-survey.ts';
import {
  actionCommand,
  getArgument,
  type Command,
  type CommandOption,
  type CommandArgument,
  type CommandInput,
  idArgument,
  parseJsonInput,
} from './command.ts';
import { reviewCommands } from './review-commands.ts';

const company = idArgument('COMPANY');
const cardNumber: CommandArgument = {
  name: 'NUMBER',
  schema: cardSerialNumber,
  format: 'a card number with 10 digits',
};
/** Shortens a card number to its last four digits for the audit record. */
const maskCardNumber = ({ args: [number = '', ...others] }: CommandInput) =>
  Promise.resolve([`…${number.slice(-4)}`, ...others]);
const country: CommandArgument = {
  name: 'COUNTRY',
  schema: regionCode,
  format: 'the code of a supported country, such as PL',
};

const offeredLead = v.object({
  ...v.pick(lead, [
    'customer_info',
    'Mobile',
    'MobilePhone',
    'EmailForwindow',
    'window_windows_number',
    'extras',
    'NotesFromVELUXClub',
  ]).entries,
  products: leadProducts,
});
const publishedContent = v.object({
  /** The id of published content to replace. */
  uuid: v.optional(uuid),
  type: content.entries.type,
  content: content.entries.content,
});

const companies = [
  actionCommand(
    'companies verify',
    { summary: 'mark a company as verified and add its welcome points', args: [company] },
    async (request, services) =>
      `Company verified: ${await verifyCompany(getArgument(request, 0), services)} points added.`,
  ),
  actionCommand(
    'companies leads',
    {
      summary: 'enable or disable leads for a company',
      args: [
        company,
        { name: 'on|off', format: '“on” or “off”', schema: v.picklist(['on', 'off']) },
      ],
    },
    async (request, services) => {
      const isEnabled = getArgument(request, 1) === 'on';
      await setLeadsEnabled(getArgument(request, 0), isEnabled, services);
      return `Leads ${isEnabled ? 'enabled' : 'disabled'}.`;
    },
  ),
];

/**
 * Creates a command that decides an order. Its input is the vendor's response if the order is completed, and otherwise
 * the reason that the customer will read.
 */
function orderCommand(decision: Decision, summary: string, input?: string): Command {
  return actionCommand(
    `orders ${decision}`,
    { summary, args: [idArgument('ORDER')], ...(input !== undefined && { input }) },
    async (request, services) => {
      const hasInput = request.input !== '';
      await decideOrder(
        getArgument(request, 0),
        {
          decision,
          ...(hasInput &&
            decision === 'complete' && { response: parseJsonInput(orderResponse, request) }),
          ...(hasInput && decision !== 'complete' && { reason: request.input }),
        },
        services,
      );
      return 'Order updated; the customer has been notified.';
    },
  );
}
const reasonHelp = 'the reason the customer will read; required for a top-up';
const orders = [
  orderCommand('approve', 'mark an order as in progress'),
  orderCommand('fail', 'report a problem; the order stays open', reasonHelp),
  orderCommand('reject', 'reject an order and return its points', reasonHelp),
  orderCommand(
    'complete',
    'mark an order as fulfilled',
    '{"number": "…", "expiresAt": null, "password": null}: the vendor’s response; required for a voucher without a stored code',
  ),
];

const cards = [
  actionCommand(
    'cards issue',
    {
      summary: 'record that a card was issued to a company',
      args: [cardNumber, company],
      auditedArgs: maskCardNumber,
    },
    async (request, services) => {
      await issueCard(getArgument(request, 1), getArgument(request, 0), services);
      return 'Company notified.';
    },
  ),
  ...(['activate', 'block'] as const).map((action) =>
    actionCommand(
      `cards ${action}`,
      {
        summary: `mark a card as ${action === 'block' ? 'blocked' : 'active'}, as reported by the provider`,
        args: [cardNumber],
        auditedArgs: maskCardNumber,
      },
      async (request, services) => {
        await setCardStatus(
          getArgument(request, 0),
          action === 'block' ? 'BLOCKED' : 'ACTIVE',
          services,
        );
        return 'Company notified.';
      },
    ),
  ),
];

const chats = (['answer', 'solve'] as const).map((action) =>
  actionCommand(
    `chats ${action}`,
    {
      summary: action === 'answer' ? 'reply to a chat' : 'reply to a chat and mark it as solved',
      args: [idArgument('CHAT')],
      input: 'the reply',
    },
    async (request, services) => {
      const status = action === 'answer' ? chatStatuses.answered : chatStatuses.solved;
      await replyToChat(
        getArgument(request, 0),
        { text: cleanTypedLines(request.input), status },
        services,
      );
      return 'Reply sent.';
    },
  ),
);

const otherCompany: CommandOption = {
  name: 'company',
  value: 'ID',
  schema: uuid,
  format: 'a company’s id with 36 characters',
};
const leads = [
  actionCommand(
    'leads offer',
    {
      summary: 'offer a customer’s request to a company and notify everyone in the company',
      args: [company],
      input: 'the request as JSON, see docs/operator.md',
    },
    async (request, services) =>
      `Lead offered: ${await offerLead(getArgument(request, 0), parseJsonInput(offeredLead, request), services)}`,
  ),
  actionCommand(
    'leads reject',
    { summary: 'withdraw a lead', args: [idArgument('LEAD')] },
    async (request, services) => {
      await withdrawLead(getArgument(request, 0), services);
      return 'Lead withdrawn.';
    },
  ),
  actionCommand(
    'leads renew',
    {
      summary: 'offer a lead again, to its company or to another',
      args: [idArgument('LEAD')],
      options: [otherCompany],
    },
    async (request, services) => {
      const companyId = request.options['company']?.toLowerCase() ?? null;
      const { lead } = await renewLeadByCommand(getArgument(request, 0), companyId, services);
      return companyId === null ? 'Lead offered again.' : `Lead offered: ${lead}`;
    },
  ),
];

const contents = [
  actionCommand(
    'news publish',
    {
      summary: 'publish news or a tutorial in a country',
      args: [country],
      input: 'the texts as JSON, see docs/operator.md',
    },
    async (request, { db, clock }) => {
      const { uuid: existingId, type, content: texts } = parseJsonInput(publishedContent, request);
      const now = clock.now();
      const content = { uuid: existingId?.toLowerCase() ?? randomUUID(), type, texts };
      const region = v.parse(regionCode, getArgument(request, 0));
      await publishContent(db, { ...content, region, createdAt: now, now });
      const removedMarkup = listRemovedFromTexts(texts);
      const warning =
        removedMarkup.length === 0
          ? ''
          : `\nLeft out, as news can’t contain it: ${removedMarkup.join(', ')}`;
      return `Published: ${content.uuid}${warning}`;
    },
  ),
  actionCommand(
    'news withdraw',
    { summary: 'withdraw news or a tutorial', args: [country, idArgument('NEWS')] },
    async (request, { db, clock }) => {
      const region = v.parse(regionCode, getArgument(request, 0));
      await withdrawContent(db, { uuid: getArgument(request, 1), region, now: clock.now() });
      return 'Withdrawn.';
    },
  ),
];

const surveys = [
  actionCommand(
    'surveys invite',
    {
      summary: 'invite everyone in a company to a survey',
      args: [company],
      input: 'the survey as JSON, see docs/operator.md',
    },
    async (request, services) => {
      const survey = parseJsonInput(surveyInvitation.entries.survey_configuration, request);
      const { invited, alreadyInvited } = await inviteToSurvey(
        getArgument(request, 0),
        survey,
        services,
      );
      return `Invited: ${invited}. Already invited: ${alreadyInvited}.`;
    },
  ),
];

const serials = [
  actionCommand(
    'serials release',
    {
      summary: 'release a held lot: the company’s next products from it count immediately',
      args: [
        company,
        {
          name: 'LOT',
          format: 'a lot with up to 20 characters',
          schema: v.pipe(v.string(), v.maxLength(20)),
        },
      ],
    },
    async (request, services) => {
      const heldLot = { companyId: getArgument(request, 0), lot: getArgument(request, 1) };
      await releaseLot(services.db, heldLot, services.clock.now());
      return 'Lot released.';
    },
  ),
];

const vouchers = [
  actionCommand(
    'vouchers encrypt',
    {
      summary:
        'encrypt all voucher codes; first stop all processes of earlier versions, which can’t read encrypted codes',
    },
    async (_request, { db }) =>
      (await startSealing(db))
        ? 'New codes are encrypted. A job encrypts the others.'
        : 'Encryption had already started.',
  ),
];

export const actionCommands: readonly Command[] = [
  ...cards,
  ...chats,
  ...companies,
  ...leads,
  ...contents,
  ...orders,
  ...reviewCommands,
  ...serials,
  ...surveys,
  ...vouchers,
];
