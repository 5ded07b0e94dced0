/**
 * The environment variables that choose a proxy, in upper or lower case; the lower case wins, as in curl.
 * A process environment fits as it is.
 */
export interface ProxyEnvironment {
    readonly HTTPS_PROXY?: string | undefined;
    readonly https_proxy?: string | undefined;
    readonly HTTP_PROXY?: string | undefined;
    readonly http_proxy?: string | undefined;
    readonly NO_PROXY?: string | undefined;
    readonly no_proxy?: string | undefined;
}
/**
 * Selects the proxy for an address: its absolute URL, or undefined for a direct connection.
 * Loopback and whatever NO_PROXY names are always direct. Throws a TypeError that names the variable,
 * never its value, when that is not an http(s) address.
 */
export declare function selectProxy(env: ProxyEnvironment, target: URL): string | undefined;
/** Tells whether a URL's host name (IPv6 in brackets) is this machine: localhost, 127.0.0.0/8, [::1]. */
export declare function isLoopback(hostname: string): boolean;
