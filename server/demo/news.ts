import { type Transaction } from 'kysely';
import { regionCodes } from '#schemas/regions.ts';
import { upsertContents } from '../contents/publish-content.ts';
import { type Database } from '../db/tables.ts';
import { DAY } from './history-rows.ts';
import { demoNews } from './news-texts.ts';
import { demoPictureId, insertDemoPictures } from './pictures.ts';
import { demoUuid } from './seeded-random.ts';
import { translatorFor } from './texts.ts';

/** Of the pictures of news, in pixels; they are 16 to 10. */
const NEWS_WIDTHS = { small: 640, large: 1280 };

/** The same news and tutorials in every country, the newest a day old. */
export async function insertDemoNews(trx: Transaction<Database>, now: Date): Promise<void> {
  const pictures = demoNews.map(({ key }) => pictureName(key));
  await insertDemoPictures(trx, pictures, NEWS_WIDTHS);
  for (const region of regionCodes) {
    const news = demoNews.map(({ key, type, age, texts }, at) => ({
      uuid: demoUuid(`content:${region}:${key}`),
      type,
      words: texts(translatorFor(region)),
      media: demoPictureId(pictureName(key)),
      otherImages: at === 0 ? ['flashing', 'welcome'].map(pictureName).map(demoPictureId) : [],
      createdAt: now.getTime() - age * DAY,
      now: now.getTime(),
    }));
    await upsertContents(trx, region, news);
  }
}

function pictureName(key: string): string {
  return `news-${key}`;
}
