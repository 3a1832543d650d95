import { useLingui } from '@lingui/react/macro';
import { plateCodeOf, type GuideEntry } from '#schemas/plate-lookup.ts';
import { productFamilyOf, type ProductFamily } from '#schemas/product-family.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { Facts } from '#src/ui/lists/detail-list.tsx';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { productPicture, type PictureName } from '#src/ui/media/picture-files.ts';
import { Picture, rowPictureClass } from '#src/ui/media/picture.tsx';

/** Images for models whose code now means another product family. */
const familyPictures: Readonly<Record<ProductFamily, PictureName>> = {
  centre_pivot: 'products/ggl',
  top_hung: 'products/gpl',
  roof_access: 'products/gtl',
  roof_window: 'products/ggl',
  smoke_vent: 'products/smoke',
  flat_roof: 'products/flat',
  sun_tunnel: 'products/tunnel',
  blind: 'products/blind',
  awning_blind: 'products/naw',
  insect_screen: 'products/nin',
  shutter: 'products/shutter',
  flashing: 'products/flashing',
  accessory: 'products/box',
  product: 'products/box',
};

/** Returns the image of a model. */
export function pictureOfModel({ code, family }: GuideEntry['model']): PictureName {
  return productFamilyOf(code) === family ? productPicture(code) : familyPictures[family];
}

/** Formats the size and the years of production: "78 × 118 cm", "1986–1999", "since 2014". */
export function useEntryFacts() {
  const { t } = useLingui();
  return {
    size: ({ size: { width, height } }: GuideEntry) => t`${width} × ${height} cm`,
    years: ({ model: { from, until } }: GuideEntry) =>
      until === null ? t`since ${from}` : `${from}–${until}`,
  };
}

interface EntryListProps {
  label: string;
  entries: readonly GuideEntry[];
}

/** List of products in the guide. Tapping a row looks up its product. */
export function EntryList({ label, entries }: EntryListProps) {
  const { familyName } = useProductNames();
  const facts = useEntryFacts();
  return (
    <List label={label}>
      {entries.map((entry) => (
        <ListRow
          key={`${plateCodeOf(entry)} ${entry.era.id}`}
          thumbnail={
            <Picture
              name={pictureOfModel(entry.model)}
              sizes="56px"
              alt=""
              className={rowPictureClass}
            />
          }
          title={
            <>
              {familyName(entry.model.family)}{' '}
              <span className="inline-block tnum">{plateCodeOf(entry)}</span>
            </>
          }
          meta={
            <span className="tnum">
              <Facts facts={[facts.size(entry), facts.years(entry)]} />
            </span>
          }
          {...linkTo(paths.guide({ plate: plateCodeOf(entry), era: entry.era.id }))}
        />
      ))}
    </List>
  );
}
