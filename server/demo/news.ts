import { type Transaction } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { regionCodes, type RegionCode } from '#schemas/regions.ts';
import { upsertContents } from '../contents/publish-content.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { campaignText, campaignTitle, formatCampaignDays } from './campaigns.ts';
import { demoPictureId, insertDemoPictures } from './pictures.ts';
import { demoUuid } from './seeded-random.ts';
import { createTranslator, type TranslateFor } from './texts.ts';
import { brand } from '#brand';
import { type Content } from '#schemas/content.ts';

interface DemoNews {
  /** Identifies the item and its picture. */
  readonly key: string;
  readonly type: Content['type'];
  /** Age in days. */
  readonly age: number;
  /** Contents in a country's languages. */
  readonly texts: (translate: TranslateFor) => Content['content'];
}

/** Demo news and tutorials, newest first. */
export const demoNews: readonly DemoNews[] = [
  news(
    'double-points',
    1,
    campaignTitle,
    `<p><strong>{period}.</strong> ${campaignText}</p><p>There’s nothing to order or register: scan the label as usual and add it to its project.</p><ul><li>All sizes count.</li><li>Each window counts once.</li></ul>`,
  ),
  news(
    'winter-fitting',
    6,
    'Installing in frost: what the sealant needs',
    '<p>Below 5 °C flashing sealant stays stiff. Keep the cartridges in the warm cab until you need them, and dry the frame before you put the tape on.</p><h3>Three steps</h3><ol><li>Warm the cartridge to at least 10 °C.</li><li>Dry the frame with a cloth, never with a flame.</li><li>Press the tape for ten seconds at each corner.</li></ol>',
  ),
  news(
    'training-dates',
    15,
    'New training dates near you',
    '<p>Our trainers are on the road again from January. A training day is free for club members and earns your company points.</p><p>See the dates on the <a href="{trainings}">training pages</a>.</p>',
  ),
  news(
    'label-place',
    30,
    'The label has moved',
    '<p>On roof windows made since October the QR label is on the <strong>left</strong> of the top sash, so you can reach it when the window is in its frame. On older windows it’s where it was before.</p>',
  ),
  news(
    'club-card',
    48,
    'The club card comes to more countries',
    '<p>From spring, companies in more countries can load their points onto a prepaid card. We’ll let you know when your country is included.</p>',
  ),
  news(
    'welcome',
    90,
    'Welcome to the club',
    '<p>Scan what you install, add it to a project, and close the project when the roof is done: that’s all it takes. It works offline, too.</p>',
  ),
  tutorial(
    'flashing',
    40,
    'Installing the flashing in four steps',
    '<p>From the sill to the top: where each part of the flashing goes, how far the tiles are cut back, and what to check before the last screw.</p><ol><li>Lay the sill part and press its apron to the tiles.</li><li>Slide the side parts under the battens.</li><li>Fix the top part with four screws.</li><li>Check that water runs off on both sides.</li></ol>',
  ),
  tutorial('blind', 75, 'A blind in ten minutes', '<p>Click, pull, done.</p>'),
];

function news(key: string, age: number, title: string, text: string): DemoNews {
  return { key, type: 'news', age, texts: translateTexts(title, text, null) };
}

/** Creates a tutorial with a freely licensed video. */
function tutorial(key: string, age: number, title: string, text: string): DemoNews {
  return { key, type: 'tutorial', age, texts: translateTexts(title, text, 'aqz-KE-bpKQ') };
}

function translateTexts(
  enTitle: string,
  enText: string,
  youtube: string | null,
): DemoNews['texts'] {
  return (translate) => {
    const texts = translate(enText, { trainings: `https://www.${brand.domain}/trainings` });
    return Object.fromEntries(
      Object.entries(translate(enTitle)).map(([language, title]) => [
        language,
        { title, text: texts[language] ?? '', youtube },
      ]),
    );
  };
}

/** Alternative texts of the pictures, by the keys of their news. */
const pictureTexts: Readonly<Record<string, string>> = {
  'double-points': 'Four windows in a flat roof',
  'winter-fitting': 'A roof covered with snow',
  'training-dates': 'A model roof in a training room',
  'label-place': 'The label on the frame of a window',
  'club-card': 'The club card on a table in the evening',
  welcome: 'A house roof at dawn',
  flashing: 'A roof window from outside',
  blind: 'An attic room with a blind at the window',
};

/** Translated alternative texts by picture id. Pictures are named after the news that they belong to. */
const translateAltTexts = (keys: readonly string[], translate: TranslateFor) =>
  Object.fromEntries(
    keys.map((key) => [
      demoPictureId(pictureName(key)),
      { is_decorative: false, texts: translate(pictureTexts[key] ?? '') },
    ]),
  );

/** Publishes the same news and tutorials in every country; the newest is a day old. */
export async function insertDemoNews(trx: Transaction<Database>, now: Date): Promise<void> {
  await insertDemoPictures(
    trx,
    demoNews.map(({ key }) => pictureName(key)),
  );
  for (const region of regionCodes) {
    const translate = createTranslator(region);
    const news = demoNews.map(({ key, type, age, texts }, index) => {
      const others = index === 0 ? ['flashing', 'welcome'] : [];
      return {
        uuid: demoUuid(`content:${region}:${key}`),
        type,
        texts: withPeriod(texts(translate), region, now),
        media: demoPictureId(pictureName(key)),
        otherImages: others.map(pictureName).map(demoPictureId),
        altTexts: translateAltTexts([key, ...others], translate),
        createdAt: now.getTime() - age * DAY_MS,
        now: now.getTime(),
      };
    });
    await upsertContents(trx, region, news);
    await insertDrafts(trx, region, news, now);
  }
}

/**
 * Adds a draft that changes an older news item, and a news item that is planned for next week. The new texts are only
 * in English.
 */
async function insertDrafts(
  trx: Transaction<Database>,
  region: RegionCode,
  news: readonly { readonly uuid: string; readonly texts: Content['content'] }[],
  now: Date,
): Promise<void> {
  const card = news[demoNews.findIndex(({ key }) => key === 'club-card')];
  const english = (title: string, text: string) => ({ en: { title, text, youtube: null } });
  const drafts = [
    {
      uuid: card?.uuid ?? demoUuid(`content:${region}:club-card`),
      content: { ...card?.texts, ...english(cardTitle, cardText) },
    },
    {
      uuid: demoUuid(`content:${region}:holidays`),
      content: english(holidaysTitle, holidaysText),
      publish_at: new Date(now.getTime() + 7 * DAY_MS),
    },
  ];
  await trx
    .insertInto('content_drafts')
    .values(
      drafts.map(({ uuid, content, publish_at = null }) => ({
        ...{ uuid, region, type: 'news', content: toJsonb(content), publish_at },
        ...{ created_at: now, updated_at: now, updated_by: null },
      })),
    )
    .execute();
}

const cardTitle = 'The club card comes to three more countries';
const cardText =
  '<p>From April, companies in Estonia, Latvia and Lithuania can load their points onto a prepaid card.</p>';
const holidaysTitle = 'Support over the holidays';
const holidaysText =
  '<p>From 24 December to 1 January our support answers within two working days.</p>';

/** Fills in the dates of the running campaign. */
function withPeriod(
  contents: Content['content'],
  region: RegionCode,
  now: Date,
): Content['content'] {
  return Object.fromEntries(
    Object.entries(contents).map(([language, content]) => {
      const period = formatCampaignDays(region, now, language);
      return [language, { ...content, text: content.text.replace('{period}', period) }];
    }),
  );
}

function pictureName(key: string): string {
  return `news-${key}`;
}
