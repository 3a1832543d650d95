import { type Language } from '#schemas/languages.ts';
import { type CodeContent, type Message } from '../providers/delivery.ts';
import { type TemplateContent } from './message-templates.ts';

const codes: readonly CodeContent[] = [
  { purpose: 'sign_in', code: '40917' },
  { purpose: 'verify_email', code: '40917' },
  { purpose: 'email_changed', code: '40917409174091740917' },
  { purpose: 'wrong_codes', code: null },
];
const orders = [
  {
    number: '100042',
    points: 1250,
    lines: [
      { name: 'Cordless drill & case', quantity: 1 },
      { name: 'Work gloves, size 9', quantity: 4 },
    ],
  },
  { number: '100043', points: 300, lines: [{ name: 'Fuel voucher', quantity: 1 }] },
];
const templateContents: readonly TemplateContent[] = [
  { template: 'order_confirmed', data: { orders } },
  {
    template: 'order_decided',
    data: { decision: 'complete', number: '100042', points: 1250, reason: null },
  },
  {
    template: 'order_decided',
    data: {
      decision: 'reject',
      number: '100042',
      points: 1250,
      reason: 'It’s no longer made.',
    },
  },
  {
    template: 'top_up_refused',
    data: {
      number: '100044',
      points: 500,
      reason: 'The card has reached its yearly limit.',
      is_final: true,
    },
  },
  { template: 'welcome', data: { points: 100 } },
  { template: 'lead_offered', data: { place: 'Kraków', answer_by: '2026-05-11' } },
  {
    template: 'certificate',
    data: {
      number: 'K7QM-2XWD-93TR-F5HN',
      company: 'Dachy Kowalska',
      link: 'https://club.example/c/K7QM-2XWD-93TR-F5HN',
    },
  },
  { template: 'handover', data: { company: 'Dachy Kowalska' } },
  { template: 'phone_replaced', data: { company: 'Dachy Kowalska' } },
  {
    template: 'phone_entered',
    data: { company: 'Dachy Kowalska', link: 'https://club.example/login' },
  },
  { template: 'sign_in_replaced', data: {} },
  { template: 'chat_answered', data: { title: 'A leak <after rain>' } },
  {
    template: 'team_invitation',
    data: { company: 'Dachy Kowalska', link: 'https://club.example/login' },
  },
];

/** One sample of each kind of message, for previews. */
export function sampleMessages(language: Language): Message[] {
  const to = { channel: 'email', to: 'anna@example.com', language } as const;
  return [
    ...codes.map((content) => ({ ...to, ...content })),
    ...templateContents.map((content) => ({ ...to, ...content })),
  ];
}
