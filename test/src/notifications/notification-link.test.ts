import { describe, expect, test } from 'vitest';
import { paths } from '#src/app/paths.ts';
import { notificationLink } from '#src/features/notifications/notification-row.tsx';

describe('a notification’s link', () => {
  const noLinks = { ticket_uuid: null, lead_uuid: null, project_uuid: null, order_uuid: null };
  const id = '0199a1b2-0000-7000-8000-000000000001';

  test('leads to its chat, lead, order, project or the club card', () => {
    const linkOf = (
      meta: object,
      event: 'announcement' | 'card_active' | 'welcome_points' = 'announcement',
    ) => notificationLink({ event, meta: { ...noLinks, ...meta } });
    expect(linkOf({ ticket_uuid: id })).toEqual({
      subject: 'ticket',
      target: paths.supportChat(id),
    });
    expect(linkOf({ lead_uuid: id })).toEqual({ subject: 'lead', target: paths.lead(id) });
    expect(linkOf({ order_uuid: id })).toEqual({ subject: 'order', target: paths.order(id) });
    expect(linkOf({ project_uuid: id })).toEqual({ subject: 'project', target: paths.project(id) });
    expect(linkOf({}, 'card_active')).toEqual({ subject: 'card', target: { to: '/club-card' } });
    expect(linkOf({}, 'welcome_points')).toEqual({ subject: 'points', target: { to: '/balance' } });
    expect(linkOf({})).toBeNull();
  });

  test('of a review leads to the project, and has a separate icon', () => {
    const meta = { ...noLinks, project_uuid: id };
    const target = paths.project(id);
    const subjects = {
      product_rejected: 'rejected_product',
      new_photo_needed: 'new_photo',
      new_photo_reminder: 'new_photo',
    } as const;
    for (const event of ['product_rejected', 'new_photo_needed', 'new_photo_reminder'] as const) {
      expect(notificationLink({ event, meta })).toEqual({ subject: subjects[event], target });
    }
  });
});
