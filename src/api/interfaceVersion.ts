/**
 * The version of the interface, not of the extension: public clients refuse to talk to anything outside
 * 12.0.0 <= v < 13.0.0, and one raises on a text it cannot parse (contract/WIRE.md 1.2).
 */
export const interfaceVersion = '12.3.0';
