import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Eye } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { pictureCalls } from '#schemas/api/picture-calls.ts';
import { MAX_QUANTITY } from '#schemas/cart.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import type { MarketingType } from '#schemas/marketing-pictures.ts';
import {
  fixedLink,
  findMaterialProblems,
  requiredServices,
  withDerivedFields,
  type MaterialProblem,
  type MaterialProblemCode,
  isWebAddress,
} from '#schemas/marketing.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useIsDesktop } from '#src/data/device/media-queries.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { useOrderFileUpload } from '#src/data/requests/use-order-file-upload.ts';
import { useServices } from '#src/data/services.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useDebouncedValue } from '#src/ui/use-debounced.ts';
import { startDirectOrder } from '#src/features/checkout/actions.ts';
import { Button } from '#src/ui/button.tsx';
import { hasInvalidNumber } from '#src/ui/fields/number-field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { CoverField, OrderFields, SubtypeField } from './choice-fields.tsx';
import { useMaterialLabels } from './covers/use-material-labels.ts';
import { type EditorPart, useMaterialForm } from './material-form.ts';
import { LogoField, useLogoPicture } from './logo-field.tsx';
import { toOrderInput, findMaterial } from './material-draft.ts';
import { MarketingPreview } from './preview/marketing-preview.tsx';
import type { MaterialProduct } from './queries.ts';
import { ServicesFields } from './services-fields.tsx';
import { TextFields } from './text-fields.tsx';

interface MaterialEditorProps {
  type: MarketingType;
  /** Products of the type; one per topic for flyers. */
  products: readonly [MaterialProduct, ...MaterialProduct[]];
  self: InstallerUser;
}

/** Form with live preview; submitting opens the checkout. */
export function MaterialEditor({ type, products, self }: MaterialEditorProps) {
  const labels = useMaterialLabels();
  const isDesktop = useIsDesktop();
  const formId = useId();
  usePageTitle(labels.type(type));
  const editor = useEditor({ type, products, self });
  const { part, previewInput, logoUpload, variant, link } = editor;
  const footer = <EditorFooter formId={formId} editor={editor} hasPreview={!isDesktop} />;
  return (
    <Page title={labels.type(type)} width="wide" footer={!isDesktop && footer}>
      <div className="space-y-7 desk:grid desk:grid-cols-2 desk:items-start desk:gap-8 desk:space-y-0">
        <div className="desk:sticky desk:top-20 desk:order-2">
          <MarketingPreview {...previewInput} display={isDesktop ? 'large' : 'small'} />
        </div>
        {/* The draft is saved while the user types, so leaving the screen loses nothing. */}
        <form
          id={formId}
          noValidate
          data-saved-draft
          className="min-w-0 space-y-7"
          onSubmit={editor.submit}
        >
          <SubtypeField {...part} products={products} />
          <CoverField {...part} />
          <TextFields {...part} fixedLink={link} />
          {requiredServices(part.material) > 0 && <ServicesFields {...part} />}
          <LogoField {...part} logoUpload={logoUpload} />
          <OrderFields
            {...part}
            language={previewInput.input.language}
            price={variant?.price ?? 0}
            maxQuantity={editor.maxQuantity}
          />
          {isDesktop && footer}
        </form>
      </div>
    </Page>
  );
}

/** State and actions of the editor. */
function useEditor({ type, products, self }: MaterialEditorProps) {
  const { region } = useAccount().identity;
  const [{ marketing: firstMaterial }] = products;
  const { form, dispatch } = useMaterialForm(firstMaterial, self);
  const materials = products.map(({ marketing }) => marketing);
  const material = findMaterial(type, form.draft.subtype, materials) ?? firstMaterial;
  const product = products.find(({ marketing }) => marketing === material) ?? products[0];
  const variant = product.variants.find(({ stock }) => stock > 0) ?? product.variants[0];
  const maxQuantity = Math.min(variant?.stock ?? 0, MAX_QUANTITY);
  const input = toOrderInput(form.draft, material);
  const completeInput = withDerivedFields(material, input, { region });
  const problemText = useProblemText(requiredServices(material));
  const logoUpload = useOrderFileUpload((logo) => dispatch({ type: 'set_logo', logo }));
  const part: EditorPart = {
    form,
    dispatch,
    material,
    errorOf: (field) => problemText(form.errors, field),
  };
  const startOrder = useStartOrder();
  const focusInvalidField = useFocusFirstError();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const errors = findMaterialProblems(material, input, { region });
    dispatch({ type: 'set_errors', errors });
    // Invalid quantities aren't saved to the draft, so look for them in the form.
    if (errors.length > 0 || hasInvalidNumber(event.currentTarget)) focusInvalidField();
    else if (variant) {
      const productIds = { product_uuid: product.uuid, variant_uuid: variant.uuid };
      startOrder({
        ...productIds,
        quantity: Math.min(form.draft.quantity, maxQuantity),
        data: completeInput,
      });
    }
  };
  const qrCode = useQrCode(completeInput.link ?? '');
  const logoUrl = useLogoPicture(form.draft.logo);
  const { subtype } = material;
  const brandLogo = completeInput.brandLogo ?? 'recommended';
  const previewInput = { type, subtype, input: completeInput, qrCode, logoUrl, brandLogo };
  return {
    part,
    previewInput,
    logoUpload,
    submit,
    variant,
    maxQuantity,
    link: fixedLink(material, region),
  };
}

interface EditorFooterProps {
  formId: string;
  editor: Pick<ReturnType<typeof useEditor>, 'logoUpload' | 'maxQuantity' | 'previewInput'>;
  /** True to offer the preview in a sheet, because it doesn't fit next to the form. */
  hasPreview: boolean;
}

function EditorFooter({
  formId,
  editor: { logoUpload, maxQuantity, previewInput },
  hasPreview,
}: EditorFooterProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const isSending = logoUpload.upload.name === 'sending';
  const soldOutReason = maxQuantity === 0 ? t`This is sold out.` : undefined;
  return (
    <div className="flex items-start gap-2">
      {hasPreview && (
        <div className="pt-2">
          <IconButton
            variant="raised"
            label={t`Preview`}
            icon={<Eye />}
            onClick={() => setOpen(true)}
          />
        </div>
      )}
      <div className="min-w-0 flex-1">
        <Button
          type="submit"
          form={formId}
          size="large"
          fullWidth
          disabledReason={soldOutReason ?? (isSending && t`The logo is still uploading.`)}
        >
          <Trans>Continue</Trans>
        </Button>
      </div>
      {hasPreview && (
        <Sheet isOpen={isOpen} onOpenChange={setOpen} title={t`Preview`} closeLabel={t`Close`}>
          <MarketingPreview {...previewInput} />
        </Sheet>
      )}
    </div>
  );
}

/** Returns a function that saves the order data and opens the checkout. */
function useStartOrder() {
  const { identity } = useAccount();
  const go = useGo();
  return (direct: Parameters<typeof startDirectOrder>[2]) => {
    startDirectOrder(draftStorage, identity.user_id, direct);
    go(paths.checkout());
  };
}

/** Returns a function that focuses the first invalid field after the errors have rendered. */
function useFocusFirstError() {
  const isFocusRequested = useRef(false);
  useEffect(() => {
    if (!isFocusRequested.current) return;
    isFocusRequested.current = false;
    const invalidField = document.querySelector<HTMLElement>('form [aria-invalid="true"]');
    invalidField?.focus();
  });
  return () => {
    isFocusRequested.current = true;
  };
}

/** Returns a function that formats the error of a field. */
function useProblemText(serviceCount: number) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const texts: Record<MaterialProblemCode, string> = {
    needed: t`This field can’t be empty.`,
    empty: t`Fill in this field, or tap × to remove it.`,
    contact_needed: t`Add a phone number or an email address.`,
    description_needed: t`Add a short or a long description.`,
    services_count: t`${plural(serviceCount, {
      one: 'Fill in the service.',
      other: 'Fill in all # services.',
    })}`,
    language_needed: t`Choose a language.`,
    too_long: t`Use fewer characters.`,
    no_phone: errorMessage({ code: 'invalid_phone' }),
    no_email: t`Enter an email address, such as name@example.com.`,
    unprintable: errorMessage({ code: 'characters_unprintable' }),
    no_link: t`Enter the full web address, as shown in your browser.`,
    unknown_cover: t`Choose another cover.`,
    unknown_icon: t`Choose another icon.`,
    not_applicable: t`This material doesn’t have this field.`,
  };
  return (errors: readonly MaterialProblem[], field: MaterialProblem['field']) => {
    const problem = errors.find((error) => error.field === field);
    return problem && texts[problem.code];
  };
}

/** Delay before a link's QR code is requested (spec 2 §5), in ms. */
const LINK_DEBOUNCE_MS = 1000;

interface QrCode {
  readonly link: string;
  readonly url: string;
}

/**
 * Returns the QR code of a link as an object URL. Null if there is no link, while the user is typing, or if the code
 * can't be fetched. Never returns the code of a previous link.
 */
function useQrCode(link: string): string | null {
  const { transport } = useServices();
  const { user_id: userId } = useAccount().identity;
  const online = useConnection() === 'online';
  const debouncedLink = useDebouncedValue(link, LINK_DEBOUNCE_MS);
  const [qrCode, setQrCode] = useState<QrCode | null>(null);
  const isCodeCurrent = qrCode?.link === debouncedLink;

  useEffect(() => {
    if (isCodeCurrent || !online || !isWebAddress(debouncedLink)) return undefined;
    const controller = new AbortController();
    const input = { query: { data: debouncedLink } };
    transport
      .fetchDrawing(pictureCalls.getQrCode, input, { userId, signal: controller.signal })
      .then(
        (blob) => {
          if (!controller.signal.aborted)
            setQrCode({ link: debouncedLink, url: URL.createObjectURL(blob) });
        },
        // If the request fails, the preview has no code until the link or the connection changes.
        () => undefined,
      );
    return () => controller.abort();
  }, [transport, userId, debouncedLink, isCodeCurrent, online]);
  useEffect(() => (qrCode === null ? undefined : () => URL.revokeObjectURL(qrCode.url)), [qrCode]);
  return qrCode !== null && qrCode.link === link ? qrCode.url : null;
}
