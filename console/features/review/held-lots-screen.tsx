import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { type HeldLot, heldLotCalls } from '#schemas/operator/held-lot-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { hasRight, regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import { ListScreen } from '#console/parts/index-table/list-screen.tsx';
import { useOpenedRow } from '#console/parts/index-table/opened-row.ts';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { useUrlState } from '#console/parts/url-state.ts';
import { useCountry } from '#console/parts/use-country.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { heldLotsSearch } from './held-lots-search.ts';

/** Lots whose products need review because a company seems to be guessing serial numbers, oldest first. */
export function HeldLotsScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch, hrefWith] = useUrlState(heldLotsSearch);
  const list = useOperatorList(
    heldLotCalls.listHeldLots,
    { region: useCountry() },
    { fresh: 'queue' },
  );
  const columns = useMemo(() => heldLotColumns(i18n), [i18n]);
  const openedLot = useOpenedRow(heldLotCalls.listHeldLots, list, {
    ...{ id: search.open, idOf: ({ id }) => id },
    query: { held_lot: search.open },
  });
  const close = () => changeSearch({ open: undefined });
  return (
    <ListScreen
      title={t`Held lots`}
      description={
        <Trans>
          Lots in which a company looked up many numbers that weren’t available. Its products from
          these lots are reviewed.
        </Trans>
      }
      columns={columns}
      list={list}
      search={search}
      onSearchChange={changeSearch}
      empty={{
        drawing: 'all-sent',
        title: t`No lot is held`,
        text: t`A lot appears here when a company looks up consecutive numbers that aren’t available.`,
      }}
      hrefOf={({ id }) => hrefWith({ open: id })}
    >
      <SideSheet
        isOpen={openedLot !== null}
        onClose={close}
        title={openedLot ? t`Lot ${openedLot.lot}` : ''}
      >
        {openedLot && <HeldLotPanel key={openedLot.id} heldLot={openedLot} onReleased={close} />}
      </SideSheet>
    </ListScreen>
  );
}

interface HeldLotPanelProps {
  readonly heldLot: HeldLot;
  readonly onReleased: () => void;
}

/** Reason why a lot is held, and the button that releases it. */
function HeldLotPanel({ heldLot, onReleased }: HeldLotPanelProps) {
  const { t, i18n } = useLingui();
  const session = useSession();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const action = useOperatorAction(heldLotCalls.releaseHeldLot, {
    refetches: ['listHeldLots', 'listAudit'],
  });
  const { id, lot, company } = heldLot;
  const release = async () => {
    const why = await askWhy({
      title: t`Release the lot ${lot} for ${company.name}?`,
      consequence: t`The company’s next products from this lot count immediately. Products in review are decided as before. The lot isn’t held for this company again.`,
      confirmLabel: t`Release`,
    });
    if (why === null) return;
    // The error is shown above the button.
    const result = await action.mutateAsync({ params: { id }, body: { why } }).catch(() => null);
    if (result === null) return;
    showToast({ subject: 'held-lots', tone: 'good', message: t`Lot ${lot} was released.` });
    onReleased();
  };
  const link = (href: string, text: string) =>
    hasRight(session, 'companies.read') ? (
      <ConsoleLink href={href} className="font-semibold text-info underline">
        {text}
      </ConsoleLink>
    ) : (
      text
    );
  return (
    <>
      <DetailList
        items={[
          { term: <Trans>Company</Trans>, detail: link(`/companies/${company.id}`, company.name) },
          { term: <Trans>Country</Trans>, detail: countryText(i18n, heldLot.region) },
          { term: <Trans>Held since</Trans>, detail: timeText(i18n, heldLot.held_at) },
          {
            term: <Trans>Reason</Trans>,
            detail: t`${i18n.number(heldLot.unavailable)} of ${i18n.number(heldLot.asked)} numbers that the company looked up weren’t available.`,
          },
          {
            term: <Trans>The company’s products from this lot</Trans>,
            detail: link(
              `/companies/${company.id}?tab=products`,
              t`${i18n.number(heldLot.products)}, of these ${i18n.number(heldLot.in_review)} in review`,
            ),
          },
          {
            term: <Trans>Companies it’s held for</Trans>,
            detail: i18n.number(heldLot.companies),
          },
        ]}
      />
      <ErrorBlock messages={action.error ? [errorText(action.error)] : []} />
      {regionsWithRight(session, 'review.decide').includes(heldLot.region) && (
        <div>
          <ActionButton busy={action.isPending} onClick={() => void release()}>
            <Trans>Release</Trans>
          </ActionButton>
        </div>
      )}
    </>
  );
}

const columnNames = {
  lot: msg`Lot`,
  company: msg`Company`,
  held_at: msg`Held since`,
  unavailable: msg`Unavailable numbers`,
  products: msg`Products`,
  in_review: msg`In review`,
  companies: msg`Companies`,
  region: msg`Country`,
} as const;

function heldLotColumns(i18n: I18n): IndexColumn<HeldLot>[] {
  const header = (name: keyof typeof columnNames) => i18n._(columnNames[name]);
  const number = (name: 'products' | 'in_review' | 'companies', width: number) => ({
    id: name,
    header: header(name),
    width,
    isNumber: true,
    text: (row: HeldLot) => i18n.number(row[name]),
  });
  return [
    { id: 'lot', header: header('lot'), width: 140, text: ({ lot }) => lot || '–' },
    { id: 'company', header: header('company'), width: 240, text: ({ company }) => company.name },
    {
      id: 'held_at',
      header: header('held_at'),
      width: 170,
      text: ({ held_at: at }) => timeText(i18n, at),
    },
    {
      id: 'unavailable',
      header: header('unavailable'),
      width: 180,
      isNumber: true,
      text: ({ asked, unavailable }) => `${i18n.number(unavailable)} / ${i18n.number(asked)}`,
    },
    number('products', 100),
    number('in_review', 100),
    number('companies', 110),
    {
      id: 'region',
      header: header('region'),
      width: 110,
      text: ({ region }) => countryText(i18n, region),
    },
  ];
}
