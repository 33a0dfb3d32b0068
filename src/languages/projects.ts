/** What projects of each ecosystem call the files that say what they are, and those that programs begin in. */

const manifest =
  /(?:^|[\\/])(?:package\.json|pyproject\.toml|setup\.(?:cfg|py)|Cargo\.toml|go\.mod|composer\.json|pom\.xml|build\.gradle(?:\.kts)?|pubspec\.yaml|[\w.-]{1,80}\.(?:gemspec|csproj))$/;

export const isManifest = (place: string): boolean => manifest.test(place);

/** A function that the system calls first; where programs begin in a method, the class does not matter. */
export function isMain(symbol: string, place: string): boolean {
  return /\.(?:java|kt|cs|scala)$/.test(place)
    ? /(?:^|\.)[mM]ain$/.test(symbol)
    : /^(?:main|wmain|WinMain|__main__)$/.test(symbol);
}

/** Files that programs begin in, by name. */
export function isStartFile(place: string): boolean {
  return /(?:^|[\\/])(?:(?:main|__main__|index|cli|server|manage)\.\w{1,4}|app\.(?:[cm]?[jt]sx?|py)|extension\.ts|Program\.cs)$/.test(
    place,
  );
}
