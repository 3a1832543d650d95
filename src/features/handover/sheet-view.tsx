import type { ComponentProps, ReactNode } from 'react';
import { startOfUtcDay } from '#schemas/calendar-day.ts';
import { formattingLocale, languageTag } from '#schemas/formatting-locale.ts';
import type { HandoverProduct, ShownSheet } from '#schemas/handover.ts';
import { type HandoverTexts, handoverTexts } from '#schemas/handover-texts.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { SheetPhotos } from './sheet-photos.tsx';

interface SheetViewProps {
  sheet: ShownSheet;
  onMissingPhoto: ComponentProps<typeof SheetPhotos>['onMissing'];
}

/** The sheet as the homeowner sees it: in its own language, in large text. */
export function SheetView({ sheet, onMissingPhoto }: SheetViewProps) {
  const texts = handoverTexts(sheet.language);
  return (
    <div lang={languageTag(sheet.language)} className="space-y-7 text-[1.125rem]">
      <Card>
        <DetailList
          items={[
            { term: texts.place, detail: sheet.place },
            { term: texts.installer, detail: sheet.company },
            { term: texts.date, detail: formatSheetDay(sheet.day, sheet.language) },
          ]}
        />
        {sheet.replaces !== null && (
          <p className="mt-3 break-long">
            {texts.replaces.replace('{day}', formatSheetDay(sheet.replaces, sheet.language))}
          </p>
        )}
      </Card>
      <Section title={texts.products}>
        <Card>
          <ul className="space-y-4">
            {sheet.products.map((product) => (
              <Product key={product.scans[0]} product={product} texts={texts} />
            ))}
          </ul>
        </Card>
      </Section>
      {sheet.photos.length > 0 && (
        <Section title={texts.photos}>
          <SheetPhotos ids={sheet.photos} label={texts.photos} onMissing={onMissingPhoto} />
        </Section>
      )}
      <Section title={texts.care}>
        <Card>
          <ul className="space-y-4">
            {sheet.care.map(({ topic, text }) => (
              <li key={topic}>
                {topic !== 'general' && <Name>{texts[`family.${topic}`]}</Name>}
                <p className="break-long">{text}</p>
              </li>
            ))}
          </ul>
        </Card>
      </Section>
      <Section title={texts.warranty}>
        <Card>
          <div className="space-y-3">
            {sheet.warranty.map((paragraph) => (
              <p key={paragraph} className="break-long">
                {paragraph}
              </p>
            ))}
          </div>
        </Card>
      </Section>
    </div>
  );
}

function Product({ product, texts }: { product: HandoverProduct; texts: HandoverTexts }) {
  const { name, code, serial, count, warranty_years: years } = product;
  return (
    <li className="flex items-start gap-4">
      <div className="min-w-0 flex-1">
        <Name>{name}</Name>
        <p className="tnum break-long">{code}</p>
        {serial !== null && (
          <p className="tnum break-long">
            {texts.serial}: {serial}
          </p>
        )}
        {years !== null && (
          <p className="tnum break-long">
            {texts.years}: {years}
          </p>
        )}
      </div>
      <p className="shrink-0 font-semibold tnum">
        <span className="sr-only">{texts.quantity}: </span>
        {count}
      </p>
    </li>
  );
}

function Name({ children }: { children: ReactNode }) {
  return <p className="font-semibold break-long">{children}</p>;
}

/** Formats a day in the sheet's language, as on the printed document. */
function formatSheetDay(day: string, language: ShownSheet['language']): string {
  const format = new Intl.DateTimeFormat(formattingLocale(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return format.format(startOfUtcDay(day));
}
