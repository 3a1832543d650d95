/** The product's version (spec 1 §1), put in by the build. */
declare const __APP_VERSION__: string;
