import { Trans, useLingui } from '@lingui/react/macro';
import { MessageCircleQuestionMark } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import {
  type GuideEntry,
  lookUpPlate,
  partsFor,
  plateCodeOf,
  productsFor,
  replacementOf,
} from '#schemas/plate-lookup.ts';
import type { ProductGuide } from '#schemas/product-guide.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { AddLabel, useSerialProduct } from '#src/features/scan/exports.tsx';
import { announce } from '#src/ui/feedback/announce.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { Picture } from '#src/ui/media/picture.tsx';
import { Documents } from './documents.tsx';
import { EntryList, pictureOfModel, useEntryFacts } from './entry-row.tsx';

interface PlateResultProps {
  plate: string;
  era: string | undefined;
  guide: ProductGuide;
}

/** Result of a lookup: one product, several, a serial number, or similar codes. */
export function PlateResult({ plate, era, guide }: PlateResultProps) {
  const { t } = useLingui();
  const result = lookUpPlate(guide, plate, era);
  switch (result.kind) {
    case 'found':
      return (
        <>
          <Product entry={result.entry} guide={guide} />
          <AddLabel text={plate} />
        </>
      );
    case 'several':
      return (
        <Choice title={t`Several products are possible`} entries={result.entries}>
          <SeveralMatchesHint missing={result.missing} />
        </Choice>
      );
    case 'serial':
      return <SerialResult code={result.code} />;
    case 'unknown':
      return result.closest.length > 0 ? (
        <Choice title={t`Not found. Did you mean one of these?`} entries={result.closest}>
          <Trans>Check the plate, and type its text again.</Trans>
        </Choice>
      ) : (
        <Message title={t`This product isn’t in the guide`}>
          <Trans>Type the letters and the size from the plate, such as the first two groups.</Trans>
        </Message>
      );
  }
}

function SeveralMatchesHint({ missing }: { missing: 'model' | 'size' | null }) {
  if (missing === 'size') return <Trans>Choose the size, or type it after the letters.</Trans>;
  if (missing === 'model') return <Trans>Choose the product, or type its letters, too.</Trans>;
  return <Trans>This code was used more than once. Compare the size and the years.</Trans>;
}

/** A serial number doesn't name a product, but this phone or the registry may know which product it belongs to. */
function SerialResult({ code }: { code: string }) {
  const { t } = useLingui();
  const product = useSerialProduct(code);
  if (product === undefined) {
    return (
      <Skeleton label={t`Loading`}>
        <SkeletonRow />
      </Skeleton>
    );
  }
  if (product === null) {
    return (
      <Message title={t`This is a serial number`}>
        <Trans>It doesn’t name the product. Type the letters and the size beside it instead.</Trans>
      </Message>
    );
  }
  const plate = `${product.type} ${product.size}`;
  return (
    <Message
      title={t`This is the serial number of ${plate}`}
      action={
        <LinkButton variant="secondary" {...linkTo(paths.guide({ plate }))}>
          <Trans>Look up {plate}</Trans>
        </LinkButton>
      }
    />
  );
}

interface MessageProps {
  title: string;
  children?: ReactNode;
  /** Defaults to a link to support. */
  action?: ReactNode;
}

function Message({ title, children, action = <AskSupport /> }: MessageProps) {
  useEffect(() => announce(title), [title]);
  return (
    <Card as="section" className="space-y-3">
      <h2 className="text-title font-semibold break-long">{title}</h2>
      {children && <p className="text-ink-soft break-long">{children}</p>}
      {action}
    </Card>
  );
}

function AskSupport() {
  return (
    <LinkButton
      variant="quiet"
      icon={<MessageCircleQuestionMark />}
      {...linkTo(paths.supportChatNew())}
    >
      <Trans>Contact support</Trans>
    </LinkButton>
  );
}

interface ChoiceProps {
  title: string;
  entries: readonly GuideEntry[];
  /** One sentence about the next step. */
  children: ReactNode;
}

function Choice({ title, entries, children }: ChoiceProps) {
  useEffect(() => announce(title), [title]);
  return (
    <Section title={title}>
      <p className="text-ink-soft break-long">{children}</p>
      <EntryList label={title} entries={entries} />
      <AskSupport />
    </Section>
  );
}

interface ProductProps {
  entry: GuideEntry;
  guide: ProductGuide;
}

function Product({ entry, guide }: ProductProps) {
  const { t } = useLingui();
  const replacement = replacementOf(guide, entry);
  const products = productsFor(guide, entry);
  return (
    <>
      <ProductCard entry={entry} />
      <Section title={t`Today’s replacement`}>
        <Replacement entry={entry} replacement={replacement} />
      </Section>
      {products.length > 0 && (
        <Section title={t`Fits these products`}>
          <EntryList label={t`Fits these products`} entries={products} />
        </Section>
      )}
      {products.length === 0 && <Parts entry={entry} guide={guide} />}
      {products.length === 0 && replacement !== null && replacement !== entry && (
        <Parts entry={replacement} guide={guide} />
      )}
      <Documents guide={guide} entry={entry} />
    </>
  );
}

function ProductCard({ entry }: { entry: GuideEntry }) {
  const headingId = useId();
  const { familyName } = useProductNames();
  const facts = useEntryFacts();
  const name = familyName(entry.model.family);
  const code = plateCodeOf(entry);
  const size = facts.size(entry);
  const text = [name, code, size].join(', ');
  useEffect(() => announce(text), [text]);
  return (
    <Card as="section" padded={false} aria-labelledby={headingId} className="overflow-hidden">
      <Picture
        name={pictureOfModel(entry.model)}
        sizes="(min-width: 40rem) 38rem, 92vw"
        alt=""
        isLazy={false}
        className="h-[clamp(8rem,24dvh,14rem)] [&>img]:h-full [&>img]:object-[50%_46%]"
      />
      <div className="p-4">
        <h2 id={headingId} className="text-title font-semibold break-long">
          {name}
        </h2>
        <p className="mt-0.5 mb-4 text-small text-ink-soft tnum break-long">{code}</p>
        <DetailList
          items={[
            { term: <Trans>Size</Trans>, detail: <span className="tnum">{size}</span> },
            {
              term: <Trans>Production</Trans>,
              detail: <span className="tnum">{facts.years(entry)}</span>,
            },
          ]}
        />
      </div>
    </Card>
  );
}

interface ReplacementProps {
  entry: GuideEntry;
  replacement: GuideEntry | null;
}

function Replacement({ entry, replacement }: ReplacementProps) {
  const { t } = useLingui();
  if (replacement === entry) {
    return (
      <p className="text-ink-soft break-long">
        <Trans>It’s still made. Order the same product.</Trans>
      </p>
    );
  }
  if (replacement === null) {
    return (
      <>
        <p className="text-ink-soft break-long">
          <Trans>There’s no replacement in this size. Ask support what fits.</Trans>
        </p>
        <AskSupport />
      </>
    );
  }
  return <EntryList label={t`Today’s replacement`} entries={[replacement]} />;
}

/** Flashings, blinds and other parts for a product. */
function Parts({ entry, guide }: ProductProps) {
  const { t } = useLingui();
  const code = plateCodeOf(entry);
  const title = t`Flashings, blinds and more for ${code}`;
  const parts = partsFor(guide, entry);
  return (
    <Section title={title}>
      {parts.length > 0 ? (
        <EntryList label={title} entries={parts} />
      ) : (
        <p className="text-ink-soft break-long">
          <Trans>No parts are made for this product today.</Trans>
        </p>
      )}
    </Section>
  );
}
