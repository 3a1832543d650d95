import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import {
  type ClosingPointEvent,
  type ClosingPointEntry,
  sumPoints,
} from '#schemas/closing-points.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useTierName } from '#src/features/home/actions.ts';
import { shopProducts } from '#src/features/shop/queries.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Blind } from '#src/ui/feedback/blind.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { Points } from '#src/ui/points.tsx';
import { Thumbnail } from '#src/ui/media/thumbnail.tsx';
import {
  type ShopExample,
  findShopExample,
  type LevelProgress,
  levelProgress,
} from './closing-rewards.ts';

interface BookedCardProps {
  lines: readonly ClosingPointEntry[];
  /** The company's current balance. */
  balance: number;
  products: readonly ScanDocument[];
  /** Ids of the products that counted before the closing. */
  known: ReadonlySet<string>;
}

/** Booked points by line, the new balance, and the level that moved most. */
export function BookedCard({ lines, balance, products, known }: BookedCardProps) {
  const { t } = useLingui();
  const format = useFormat();
  const categories = useSingleton('categories');
  const tiers = useSingleton('tiers');
  const step = levelProgress(products, categories ?? [], tiers ?? [], known);
  const before = format.number(balance - sumPoints(lines));
  return (
    <Card>
      <dl className="space-y-1">
        {lines.length > 1 && <Lines lines={lines} />}
        <Line term={t`Company points`}>
          <span aria-hidden="true">
            {lines.length > 0 && <span className="text-ink-soft">{before} → </span>}
            <span className="text-title font-semibold">{format.number(balance)}</span>
          </span>
          <span className="sr-only">{format.points(balance)}</span>
        </Line>
      </dl>
      {step && <LevelMoved step={step} />}
    </Card>
  );
}

/** The parts of a sum; nothing if it has only one. */
export function LinesCard({ lines }: { lines: readonly ClosingPointEntry[] }) {
  if (lines.length < 2) return null;
  return (
    <Card>
      <dl className="space-y-1">
        <Lines lines={lines} />
      </dl>
    </Card>
  );
}

function Lines({ lines }: { lines: readonly ClosingPointEntry[] }) {
  const { t } = useLingui();
  const { signedPoints } = useFormat();
  const labels: Record<ClosingPointEvent, string> = {
    project_closed: t`Products`,
    project_survey_completed: t`Answered survey`,
    welcome_points: t`Welcome points`,
  };
  return lines.map(({ what, points }) => (
    <Line key={what} term={labels[what]}>
      {signedPoints(points)}
    </Line>
  ));
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6">
      <dt className="min-w-0 text-small text-ink-soft break-long">{term}</dt>
      <dd className="font-display tnum">{children}</dd>
    </div>
  );
}

/** The level's progress, raised by the newly counted products. */
function LevelMoved({ step }: { step: LevelProgress }) {
  const nameOf = useTierName();
  const { number } = useFormat();
  const { category, level, counted, missing, before, now } = step;
  const next = level + 1;
  return (
    <div className="mt-3 flex items-center gap-4 border-t border-line pt-4">
      <span style={{ '--blind-from': `${-before}%` } as CSSProperties}>
        <Blind done={missing === null ? null : now / 100} />
      </span>
      <div className="min-w-0">
        <p className="leading-tight font-semibold break-long">{nameOf(category)}</p>
        <p className="mt-0.5 text-small text-ink-soft break-long tnum">
          {missing === null ? (
            <Trans>The highest level.</Trans>
          ) : (
            <>
              {counted > 0 && (
                <>
                  <Plural value={counted} one="# product nearer." other="# products nearer." />{' '}
                </>
              )}
              <Trans>
                {number(missing)} to level {next}.
              </Trans>
            </>
          )}
        </p>
      </div>
    </div>
  );
}

/** One product the points could buy, if the person may see the shop. */
export function ExampleCard({ booked, owned }: { booked: number; owned: number }) {
  const maySee = useCanSee();
  const shelf = useLiveQuery(shopProducts, []);
  const format = useFormat();
  const example = findShopExample(shelf ?? [], booked, owned);
  if (!example || !maySee(paths.shopProduct(example.product.uuid))) return null;
  const { product, points } = example;
  return (
    <List>
      <ListRow
        thumbnail={<Thumbnail src={product.images.thumbnail ?? undefined} alt="" />}
        title={product.name}
        meta={<ExampleText example={example} owned={owned} />}
        number={<Points number={format.number(points)} label={format.points(points)} />}
        {...linkTo(paths.shopProduct(product.uuid))}
      />
    </List>
  );
}

function ExampleText({ example, owned }: { example: ShopExample; owned: number }) {
  const { t } = useLingui();
  const { number } = useFormat();
  const { count, points } = example;
  if (count === 0) {
    const missing = number(points - owned);
    return <Trans>{missing} more for this</Trans>;
  }
  return <>{t`${plural(count, { one: 'This, for example', other: '# of these, for example' })}`}</>;
}
