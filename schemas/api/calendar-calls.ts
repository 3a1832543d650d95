import * as v from 'valibot';
import { moment, text } from '../primitives.ts';
import { defineCall, emptyResult } from './call.ts';

/** The user's calendar feed. All fields are null if there is none. */
const calendarFeed = v.object({
  created_at: v.nullable(moment),
  /** Time at which a calendar last fetched the feed, rounded; null if never. */
  fetched_at: v.nullable(moment),
});

/** The link for subscribing to the user's installations in other calendars. */
export const calendarCalls = {
  getCalendarFeed: defineCall({
    id: 'getCalendarFeed',
    method: 'GET',
    path: '/v1/calendar-feed',
    summary: 'Get the state of your calendar feed, without its link.',
    result: calendarFeed,
  }),
  createCalendarFeed: defineCall({
    id: 'createCalendarFeed',
    method: 'POST',
    path: '/v1/calendar-feed',
    summary: 'Create or replace your calendar feed’s link. Only this call returns the link.',
    status: 201,
    result: v.object({
      ...calendarFeed.entries,
      /** On the app's host: `/calendar/….ics`. */
      path: text(100),
    }),
  }),
  deleteCalendarFeed: defineCall({
    id: 'deleteCalendarFeed',
    method: 'DELETE',
    path: '/v1/calendar-feed',
    summary: 'Delete your calendar feed. Its link stops working.',
    result: emptyResult,
  }),
};
