import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { emailAddress } from '../email.ts';
import { catalogueLanguages } from '../languages.ts';
import { typedMultilineText } from '../multiline-text.ts';
import {
  moment,
  requiredText,
  text,
  translatedText,
  typedText,
  uuid,
  wholeNumber,
} from '../primitives.ts';
import { regionId } from '../regions.ts';
import { audience } from './audience.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';
import { defineTimelineCall } from './record-calls.ts';

/** Time in which sending an announcement can be undone, in ms. */
export const ANNOUNCEMENT_HOLD_MS = 60_000;
export const MAX_ANNOUNCEMENT_TITLE = 120;
export const MAX_ANNOUNCEMENT_TEXT = 1000;

/** Reasons for failures. */
export const announcementProblems = {
  /** English, the fallback for missing languages, has no title or text. */
  english: 'announcement_english_needed',
  /** A language has a title without a text, or a text without a title. */
  incomplete: 'announcement_incomplete',
} as const;

const language = v.picklist(catalogueLanguages);

/** Texts of a draft, one entry per language. A draft may be incomplete. */
const texts = v.pipe(
  v.array(
    v.object({
      language,
      title: typedText(MAX_ANNOUNCEMENT_TITLE),
      text: typedMultilineText(MAX_ANNOUNCEMENT_TEXT),
    }),
  ),
  v.maxLength(catalogueLanguages.length),
  v.check(
    (entries) => new Set(entries.map((entry) => entry.language)).size === entries.length,
    'a language appears twice',
  ),
);

/** `held`: the announcement is sent when the hold ends. `stopped`: only some recipients received it. */
const state = v.picklist(['draft', 'held', 'sending', 'sent', 'stopped']);
export type AnnouncementState = v.InferOutput<typeof state>;

const announcementEntries = {
  id: uuid,
  region: regionId,
  rev: wholeNumber,
  /** Title in English. */
  title: text(MAX_ANNOUNCEMENT_TITLE),
  state,
  created_at: moment,
  created_by: text(200),
  /** Operator who sent the announcement; null for a draft. */
  sent_by: v.nullable(text(200)),
  /** End of the hold; null for a draft. */
  due_at: v.nullable(moment),
  finished_at: v.nullable(moment),
  /** Number of recipients; 0 for a draft. */
  people: wholeNumber,
  /** Numbers of recipients who received the announcement, were skipped as no longer active, and have read it. */
  notified: wholeNumber,
  skipped: wholeNumber,
  read: wholeNumber,
};
const listedAnnouncement = v.object(announcementEntries);
export type ListedAnnouncement = v.InferOutput<typeof listedAnnouncement>;

const readOptions = {
  right: 'content.read',
  scope: { record: 'announcement', in: 'params', field: 'id' },
} as const;
const editOptions = { right: 'content.edit', scope: readOptions.scope, isAction: true } as const;

/** The manufacturer's messages to a country's installers: a notification in the app, and a push message. */
export const announcementCalls = {
  listAnnouncements: defineOperatorCall(
    {
      id: 'listAnnouncements',
      method: 'GET',
      path: '/operator/v1/announcements',
      summary: 'Lists announcements by creation.',
      query: v.object({
        ...operatorListEntries,
        /** `-created_at`: newest first, the default. */
        sort: v.optional(v.picklist(['created_at', '-created_at'])),
      }),
      result: operatorListResult(listedAnnouncement),
    },
    { right: 'content.read', scope: 'list' },
  ),
  getAnnouncement: defineOperatorCall(
    {
      id: 'getAnnouncement',
      method: 'GET',
      path: '/operator/v1/announcements/{id}',
      summary: 'Returns an announcement with its texts and audience.',
      params: idParams,
      result: v.object({
        ...announcementEntries,
        texts: v.record(v.string(), v.object({ title: v.string(), text: v.string() })),
        /** Seconds until the announcement is sent; null unless held. */
        seconds_left: v.nullable(wholeNumber),
        /** Null for a draft. */
        audience: v.nullable(audience),
        /** Company types in its country. */
        company_types: v.array(v.object({ id: wholeNumber, name: translatedText })),
      }),
    },
    readOptions,
  ),
  listAnnouncementTimeline: defineTimelineCall(
    { id: 'listAnnouncementTimeline', path: '/operator/v1/announcements/{id}/timeline' },
    { right: 'content.read', record: 'announcement' },
  ),
  createAnnouncement: defineOperatorCall(
    {
      id: 'createAnnouncement',
      method: 'POST',
      path: '/operator/v1/announcements',
      summary: 'Starts a draft.',
      body: v.object({ region: regionId, title: requiredText(MAX_ANNOUNCEMENT_TITLE), why }),
      result: v.object({ id: uuid }),
      status: 201,
    },
    { right: 'content.edit', scope: 'none', isAction: true },
  ),
  saveAnnouncement: defineOperatorCall(
    {
      id: 'saveAnnouncement',
      method: 'POST',
      path: '/operator/v1/announcements/{id}/texts',
      summary: 'Replaces the texts of a draft.',
      params: idParams,
      body: v.object({ texts, rev: wholeNumber }),
      result: v.object({ rev: wholeNumber }),
      errors: ['conflict', 'move_not_allowed'],
    },
    { right: 'content.edit', scope: readOptions.scope },
  ),
  discardAnnouncement: defineOperatorCall(
    {
      id: 'discardAnnouncement',
      method: 'POST',
      path: '/operator/v1/announcements/{id}/discard',
      summary: 'Removes a draft.',
      params: idParams,
      body: v.object({ rev: wholeNumber, why }),
      result: v.object({}),
      errors: ['move_not_allowed'],
    },
    editOptions,
  ),
  countAnnouncementAudience: defineOperatorCall(
    {
      id: 'countAnnouncementAudience',
      method: 'GET',
      path: '/operator/v1/announcements/{id}/audience',
      summary: 'Counts the people in an audience by language.',
      params: idParams,
      query: audience,
      result: v.object({
        people: wholeNumber,
        /** Number of people with a device that receives push messages. */
        with_push: wholeNumber,
        /** Largest audience first. */
        languages: v.array(v.object({ language, people: wholeNumber })),
      }),
    },
    readOptions,
  ),
  testAnnouncement: defineOperatorCall(
    {
      id: 'testAnnouncement',
      method: 'POST',
      path: '/operator/v1/announcements/{id}/test',
      summary: 'Sends a test to one active person in the country, found by email address.',
      params: idParams,
      body: v.object({ email: emailAddress, rev: wholeNumber, why }),
      /** Language of the text that was sent. */
      result: v.object({ language }),
      errors: ['installer_not_found', 'move_not_allowed'],
    },
    editOptions,
  ),
  sendAnnouncement: defineOperatorCall(
    {
      id: 'sendAnnouncement',
      method: 'POST',
      path: '/operator/v1/announcements/{id}/send',
      summary:
        'Sends a draft to an audience after a hold of 60 s. Fails with `conflict` if the audience no longer has the number of people given.',
      params: idParams,
      body: v.object({ audience, people: wholeNumber, rev: wholeNumber, why }),
      result: v.object({ due_at: moment }),
      errors: ['move_not_allowed'],
      timeoutMs: 30_000,
    },
    editOptions,
  ),
  stopAnnouncement: defineOperatorCall(
    {
      id: 'stopAnnouncement',
      method: 'POST',
      path: '/operator/v1/announcements/{id}/stop',
      summary: 'Returns a held announcement to draft, or stops one that is being sent.',
      params: idParams,
      body: v.object({ rev: wholeNumber, why }),
      result: v.object({ state }),
      errors: ['move_not_allowed'],
    },
    editOptions,
  ),
} as const;
