import { type Transaction } from 'kysely';
import { type RegionCode, regionIdOf } from '#schemas/regions.ts';
import { type AnnouncementTexts } from '../announcements/announcement-tables.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { demoOperators } from './operators.ts';
import { demoUuid } from './seeded-random.ts';

const english = {
  title: 'Training day in spring',
  text: 'We show the new flashings on 14 April.\nAnswer in the support chat if you would like to come.',
};
const drafts: readonly { readonly region: RegionCode; readonly texts: AnnouncementTexts }[] = [
  {
    region: 'PL',
    texts: {
      en: english,
      pl: {
        title: 'Wiosenny dzień szkoleniowy',
        text: '14 kwietnia pokażemy nowe kołnierze.\nJeśli chcesz przyjechać, napisz na czacie pomocy.',
      },
    },
  },
  {
    region: 'CZ',
    texts: {
      en: english,
      cs: {
        title: 'Jarní školení',
        text: '14. dubna ukážeme nová lemování.\nPokud chcete přijet, napište na chat podpory.',
      },
    },
  },
];

/** Adds drafts of announcements. Nothing is sent, so that the installers' lists stay the same. */
export async function insertDemoAnnouncements(
  trx: Transaction<Database>,
  now: Date,
): Promise<void> {
  const [author] = demoOperators;
  if (!author) return;
  await trx
    .insertInto('announcements')
    .values(
      drafts.map(({ region, texts }) => ({
        ...{ uuid: demoUuid(`announcement-${region}`), region_id: regionIdOf(region) },
        ...{ texts: toJsonb(texts), created_at: now, updated_at: now, created_by: author.id },
      })),
    )
    .execute();
}
