import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type Label } from '#schemas/label.ts';
import { CaptureNotice, CaptureToast } from '#src/features/scan/capture/capture-notice.tsx';
import type { CaptureOutcome } from '#src/features/scan/capture/capture-label.ts';
import { PointsNumber } from '#src/ui/points-number.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const label: Label = {
  kind: 'label',
  type: 'GGL',
  size: 'MK06',
  variant: '2070',
  code: '24A17K3M-0042',
  isGeneric: false,
};
const capturedOutcome = { kind: 'captured', id: 's1', label, copies: 1 } as const;

/** Texts in the live regions, and texts for sighted people only. */
function announcementFor(outcome: CaptureOutcome) {
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <CaptureNotice outcome={outcome} onAddAgain={() => undefined} isGuideOffered />
      <CaptureToast outcome={outcome} isGuideOffered />
    </I18nProvider>,
  );
  const textsIn = (pattern: RegExp) =>
    [...html.matchAll(pattern)]
      .map(([, inner = '']) => inner.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '))
      .map((text) => text.replaceAll('\u00A0', ' ').trim())
      .filter((text) => text !== '');
  return {
    live: textsIn(/<div role="status"[^>]*>(.*?)<\/div>(?=<p|$)/g),
    seen: textsIn(/<p aria-hidden="true"[^>]*>(.*?)<\/p>/g),
  };
}

describe('the outcome of a reading', () => {
  it('is announced once with name and points if a product was captured', () => {
    const text = 'GGL MK06 scanned · 40 points';
    expect(
      announcementFor({ sequence: 1, kind: 'capture', result: capturedOutcome, points: 40 }),
    ).toEqual({
      live: [text],
      seen: [text],
    });
  });

  it('has no points if they aren’t known', () => {
    const { live } = announcementFor({ sequence: 1, kind: 'capture', result: capturedOutcome });
    expect(live).toEqual(['GGL MK06 scanned']);
  });

  it('counts the copies of a label without a serial number', () => {
    const result = { ...capturedOutcome, copies: 2 };
    const text = '2 × GGL MK06 scanned · 80 points · In your list: 3';
    expect(
      announcementFor({ sequence: 1, kind: 'capture', result, points: 80, listCount: 3 }),
    ).toEqual({
      live: [text],
      seen: [text],
    });
  });

  it('is announced once for a duplicate', () => {
    const result = { kind: 'duplicate', location: 'list', label } as const;
    expect(announcementFor({ sequence: 1, kind: 'capture', result })).toEqual({
      live: ['24A17K3M-0042 This product is already in your list.'],
      seen: ['Already scanned'],
    });
  });

  it.each(['foreign', 'incomplete', 'type_not_allowed'] as const)(
    'is announced once for %s',
    (reason) => {
      const { live } = announcementFor({
        sequence: 1,
        kind: 'capture',
        result: { kind: 'rejected', reason },
      });
      expect(live).toHaveLength(1);
      expect(live[0]).toMatch(/^Invalid QR code\. /);
    },
  );
});

describe('the total of the tray', () => {
  it('isn’t announced, because the notice announces the capture', () => {
    const html = renderToStaticMarkup(
      <PointsNumber value={40} format={String} label="40 points" isLive={false} />,
    );
    expect(html).toContain('40 points');
    expect(html).not.toContain('aria-live');
  });
});
