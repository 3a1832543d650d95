import type { GalleryChoice } from './gallery-site.ts';

const choices: { readonly [Name in keyof Required<GalleryChoice>]: readonly string[] } = {
  show: ['home', 'controls', 'fields', 'feedback', 'states'],
  theme: ['light', 'dark', 'sunlight'],
  font: ['14px', '17px', '20px'],
  lang: ['en', 'lt', 'bg'],
};

/** Selects page, theme, font size and language; changing one reloads the gallery. Only in `npm run gallery`. */
export function Choices() {
  const current = new URLSearchParams(location.search);
  return (
    <form
      aria-label="Gallery"
      className="fixed right-0 bottom-0 z-50 flex flex-wrap gap-2 bg-black p-1 text-white"
    >
      {Object.entries(choices).map(([name, values]) => (
        <label key={name}>
          {name}{' '}
          <select
            name={name}
            defaultValue={current.get(name) ?? values[0]}
            className="bg-black"
            onChange={(event) => event.currentTarget.form?.submit()}
          >
            {values.map((value) => (
              <option key={value}>{value}</option>
            ))}
          </select>
        </label>
      ))}
    </form>
  );
}
