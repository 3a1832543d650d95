import { type Transaction } from 'kysely';
import { type Content } from '#schemas/content.ts';
import { regionCodes } from '#schemas/regions.ts';
import { writeContents } from '../contents/publish-content.ts';
import { type Database } from '../db/tables.ts';
import { demoPhoto } from './demo-photo.ts';
import { DAY } from './history-base.ts';
import { demoNews } from './news-texts.ts';
import { demoUuid } from './seeded-random.ts';

/** The pane in three kinds of weather. */
const skies = {
  day: [150, 190, 225],
  dusk: [235, 150, 95],
  night: [70, 85, 140],
} as const;

/** The same news and tutorials in every country, the newest a day old. */
export async function publishDemoNews(trx: Transaction<Database>, now: Date): Promise<void> {
  await trx
    .insertInto('content_pictures')
    .values(
      Object.entries(skies).map(([name, sky]) => ({
        uuid: pictureId(name),
        media_type: 'image/png' as const,
        small: demoPhoto(1, sky),
        large: demoPhoto(4, sky),
      })),
    )
    .execute();
  for (const region of regionCodes) {
    const news = demoNews.map(({ key, type, sky, age, texts }, at) => ({
      uuid: demoUuid(`content:${region}:${key}`),
      type,
      words: texts as Content['content'],
      media: pictureId(sky),
      otherImages: at === 0 ? [pictureId('dusk'), pictureId('night')] : [],
      createdAt: now.getTime() - age * DAY,
      now: now.getTime(),
    }));
    await writeContents(trx, region, news);
  }
}

function pictureId(sky: string): string {
  return demoUuid(`content-picture:${sky}`);
}
