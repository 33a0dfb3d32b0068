/** Which refused pages are worth telling the user about: those of this machine, once each, and never a flood. */

/** More than a person can have open in earnest; a hostile page could make up origins without end. */
const maxTold = 3;

export interface RefusedOrigins {
  add(origin: string): void;
}

export function createRefusedOrigins(tell: (origin: string) => void): RefusedOrigins {
  const told = new Set<string>();
  return {
    add(origin) {
      if (told.size >= maxTold || told.has(origin)) return;
      if (!/^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d{1,5})?$/i.test(origin)) return;
      told.add(origin);
      tell(origin);
    },
  };
}
