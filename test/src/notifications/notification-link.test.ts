import { describe, expect, test } from 'vitest';
import { notificationLink } from '#src/features/notifications/notification-row.tsx';

describe('what a notification leads to', () => {
  const nothing = { ticket_uuid: null, lead_uuid: null, project_uuid: null, order_uuid: null };
  const id = '0199a1b2-0000-7000-8000-000000000001';

  test('its conversation, its lead, its order, its project or the club card', () => {
    const linkOf = (
      meta: object,
      event: 'announcement' | 'card_active' | 'welcome_points' = 'announcement',
    ) => notificationLink({ event, meta: { ...nothing, ...meta } });
    expect(linkOf({ ticket_uuid: id })).toEqual({ about: 'ticket', path: `/support/chat/${id}` });
    expect(linkOf({ lead_uuid: id })).toEqual({ about: 'lead', path: `/leads/${id}` });
    expect(linkOf({ order_uuid: id })).toEqual({ about: 'order', path: `/orders/${id}` });
    expect(linkOf({ project_uuid: id })).toEqual({ about: 'project', path: `/projects/${id}` });
    expect(linkOf({}, 'card_active')).toEqual({ about: 'card', path: '/club-card' });
    expect(linkOf({}, 'welcome_points')).toEqual({ about: 'points', path: '/balance' });
    expect(linkOf({})).toBeNull();
  });
});
