/**
 * One CSV cell. User input must not run as a formula when the file is opened in a spreadsheet. Where the list
 * separator is a semicolon, a spreadsheet splits the line at semicolons and line breaks even between our quotes,
 * so a formula must not begin after one either, nor after quotes there, which it drops. Full-width signs begin
 * a formula, too.
 */
export function csvCell(text: string): string {
  const harmless = text
    .replace(/^[=+\-@＝＋－＠\t\r\n]/, "'$&")
    .replaceAll(/(?<=[;\r\n]["\s]*)[=+\-@＝＋－＠]/g, "'$&");
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
