/** The invitation link. The token is in the URL fragment, which browsers do not send to servers. */
export function welcomeLink(publicUrl: string, token: string): string {
  return `${publicUrl}/console/welcome#${token}`;
}
