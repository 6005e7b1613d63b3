declare global {
  interface ImportMetaEnv {
    /** Changes when any of the school's drawings does; the build puts it here. */
    readonly ART_VERSION: string;
  }
}

/** The version of the school's drawings that this build shows. */
export const ART_VERSION = import.meta.env.ART_VERSION;

/** Where a drawing of the school lies in a width; browsers may keep what they have from there. */
export const artUrl = (name: string, width: number) => `/art/${name}-${width}.webp?v=${ART_VERSION}`;

/** What `<img srcset>` needs of a drawing that lies in these widths. */
export const artSources = (name: string, widths: readonly number[]) =>
  widths.map((width) => `${artUrl(name, width)} ${width}w`).join(', ');
