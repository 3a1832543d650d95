import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { ScanLine, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { listEntries, plateCodeOf, plateTextOf } from '#schemas/plate-lookup.ts';
import type { ProductGuide } from '#schemas/product-guide.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PlateResult } from './plate-result.tsx';
import { useProductGuide } from './queries.ts';

/** `/guide`: looks up a label or data plate in the product guide, even offline. Nothing is saved. */
export function GuideScreen() {
  const { t } = useLingui();
  const { plate, era } = useSearch({ from: '/signed-in/guide' });
  usePageTitle(plate === undefined ? t`Look up a product` : t`Look up ${plate}`);
  const state = useProductGuide();
  const resultRef = useFocusOnChange(JSON.stringify([plate, era]));
  if (state.name === 'reading') return <Page title={t`Look up a product`}>{null}</Page>;
  return (
    <Page title={t`Look up a product`}>
      {state.name === 'ready' ? (
        <div className="space-y-7">
          <PlateForm key={plate} plate={plate ?? ''} guide={state.guide} />
          {plate !== undefined && (
            <div ref={resultRef} tabIndex={-1} className="space-y-7 outline-none">
              <PlateResult plate={plate} era={era} guide={state.guide} />
            </div>
          )}
        </div>
      ) : (
        <NoGuide isOffered={state.name === 'not_loaded'} />
      )}
    </Page>
  );
}

/** Focuses the ref's element when the value changes, because the pressed link or button disappears. */
function useFocusOnChange(value: string) {
  const ref = useRef<HTMLDivElement>(null);
  const shownValue = useRef(value);
  useEffect(() => {
    if (shownValue.current === value) return;
    shownValue.current = value;
    ref.current?.focus();
  }, [value]);
  return ref;
}

function NoGuide({ isOffered }: { isOffered: boolean }) {
  return isOffered ? (
    <EmptyState drawing="offline" title={<Trans>Not loaded yet</Trans>}>
      <Trans>The product guide hasn’t been downloaded yet. Go online once to use it.</Trans>
    </EmptyState>
  ) : (
    <EmptyState
      drawing="search-none"
      title={<Trans>No product guide for your country yet</Trans>}
    />
  );
}

interface PlateFormProps {
  plate: string;
  guide: ProductGuide;
}

function PlateForm({ plate, guide }: PlateFormProps) {
  const { t } = useLingui();
  const go = useGo();
  const [text, setText] = useState(plate);
  const [isPlateMissing, setIsPlateMissing] = useState(false);
  const example = examplePlateOf(guide);
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        const plateText = plateTextOf(text);
        if (plateText === '') {
          setIsPlateMissing(true);
          event.currentTarget.querySelector('input')?.focus();
        } else go(paths.guide({ plate: plateText }));
      }}
    >
      <TextField
        label={t`Text on the label or data plate`}
        hint={t`For example ${example}. Old plates work, too.`}
        error={isPlateMissing ? t`Type the text first.` : undefined}
        value={text}
        maxLength={200}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => {
          setText(event.target.value);
          setIsPlateMissing(false);
        }}
      />
      <div className="flex flex-wrap gap-2 [&>*]:flex-1 [&>*]:basis-40">
        <Button type="submit" variant="secondary" fullWidth icon={<Search />}>
          <Trans>Look up</Trans>
        </Button>
        <LinkButton
          variant="secondary"
          fullWidth
          icon={<ScanLine />}
          {...linkTo(paths.guideScan())}
        >
          <Trans>Scan a label</Trans>
        </LinkButton>
      </div>
    </form>
  );
}

/** Returns the plate text of a product that is still being made. */
function examplePlateOf(guide: ProductGuide): string {
  const entry = listEntries(guide).find(
    ({ era, model }) => era.id === guide.current_era && model.until === null,
  );
  return entry ? plateCodeOf(entry) : '';
}
