/** What people say of websites and their frameworks, and what docs may call it. `sayings.ts` says how lines match. Only words. */
export const webSayings = `
# Speech, pictures, files
google fonts, own font, custom font, typeface > font
resize, blurry, lazy load images, optimize images, picture sizes, thumbnails, webp > image, image optimization
images from another domain, remote image, external image, host not configured > remote patterns, image
image when shared, when shared on, whatsapp preview, social media, share card > open graph image, metadata
youtube, embed a video, play a video, self hosted video, video player > video
fonts flash, font loading, text jumps, ttf, woff, fonts folder, woff2, otf, corporate font, brand font, corporate typeface > font, local font
responsive image, fill the container, image fills, width and height, unknown size, image layout > image, sizes, fill
image is slow, big images, compress images, image quality, image formats, avif > image, optimization, quality
not allowed host, hostname is not, invalid src, image domain, images from s3, images from a cdn, cdn images > remote patterns, image, hostname
pictures arrive, when images load, images load, pictures load > image, layout shift, placeholder
on the fly image, image with text, image from text on the fly, generated share image, dynamic share image, text on an image > image response, open graph image
hide until loaded, fout, fouc, unstyled content > flash, font, css
hero picture, hero image, loads too late, largest element, above the fold > priority, preload, image, lcp
variable font, several weights, font weight > font, weight
self host fonts, gdpr fonts, without google request > font, self hosted
pixelated, image too big, wrong size downloaded, serves huge image > image, sizes, quality
gif, animated gif, animated image > image, unoptimized
background image, css background > image, fill
image blurry placeholder, blur up, low quality placeholder > placeholder, blur, image
share picture, share image, social card > open graph image
avatar upload, profile picture > upload, image, form
import an image, local image, image file in the repo > image, local, static import

# Sign-in and security
read cookies, set a cookie, stay logged in > cookies, session
cross domain, other domain, different domain, blocked by cors > cors, headers, origin
secret in bundle, key in bundle, shown in browser, visible in browser, visible to users, see my key, end up in the browser, sent to the browser > sensitive, security, server only, environment variables
inline scripts, script blocked, refused to execute > content security policy, nonce
google sign in, remember the user, keep the user logged in, who made the request, user in api, user in route handler > session, authentication, cookies
shows up in the js, visible in the js, in the source, in view source, view source > security, environment variables, server only
another website, another site, other site, other website, other origin, gets rejected by the browser, rejected by the browser, allow another domain, allow other origins, cross origin request, cors error > cors, headers
csrf, forged requests, someone else calls my action, is an action public, call my action directly > security, server actions, data security
prevent leaking, never reach, must never get to > taint, sensitive, security
pdf viewer, iframe, embed another site > iframe, headers, security
prevent embedding, clickjacking, x frame options > headers, security
user in server component, current user on server > authentication, session, data access
role check in page, admin page > authorization, forbidden
same url different, different page at the same url, depending on login > conditional, parallel routes, authentication
logged in but still sees, sees the login page, flash of login > authentication, hydration, session
private files, protect downloads, protected files > authorization, route handlers

# Tests
click a button, user clicks, in a real browser, headless > browser, browser mode, interaction
test async, async components > testing, end to end
click through, simulate a user, drive a browser, browser tests, ui tests > end to end, testing, playwright

# Data and caches
get data, load data, read data, pull data, show data from > data fetching, fetch, query
old data, stale, outdated, not updating, does not update, doesnt update, wont update, still shows, shows old, out of date, new data > revalidate, cache, invalidate, stale
every hour, every minute, every few minutes, once a day > revalidate, cron, interval, cache lifetime
refresh data, reload data, refetch, load again > revalidate, refresh, refetch
several instances, two servers, many pods, replicas, horizontally > multiple instances, cache, self hosting, scaling
list is not updated, list not updated, after saving, after submit, after a mutation, after creating, after deleting, after an update, after editing > revalidate, refresh, mutation
how long cached, how long is it cached, cache for an hour, cache duration, cache time, lifetime, ttl, keep for > cache life, revalidate, expiration
only one entry, one product, single item, specific data, part of the cache, mark cached data, group of > cache tag, tag, revalidate
shared cache, cache between, cache store, where is the cache stored, cache on disk > cache handler, remote cache
per user cache, cache for one user, user specific cache, private data cached > private cache, private
requested twice, fetched twice, same request twice, duplicate requests, called twice > deduplication, memoization
previous value, old number, old value, old version of the page, keeps showing, old content, old text > revalidate, cache, stale
expensive query, heavy query, slow query, expensive call > cache
etag, 304, not modified > etag, cache
router cache, client cache, back button shows old, goes back and sees old > client cache, stale times, router cache
props from the server, load data before page, data before the page renders, server fetch per request > data fetching, server side rendering
comments section, todo list, crud > mutation, server actions, form
one shared database connection, too many connections, connection pool > database, connection, development
no cache detected, build from scratch each time, ci build, builds in ci, github action build > build cache, continuous integration
recompiles everything, compiles again, warm start, restart is slow, first compile > file system cache, cache, development
cms webhook, webhook fires, when something is published, after publish, publish event > revalidate, on demand, webhook
isnt cached anymore, not cached anymore, cached by default, caching default changed > caching, default, upgrade
cache a function, cache function result, memoize a function, cache a component, cache part of a page > cache, directive, function
when is it cached, what is cached, which things are cached, understand caching > caching, overview
clear the cache, purge, purge the cache, bust the cache, empty the cache, invalidate all > revalidate, invalidate, cache
show old while, serve old while, stale while revalidate, refresh in background > stale, revalidate
cache tags, by tag, all pages with > cache tag, revalidate
cookie in cached, user data in cached, headers in cached > private, cache, runtime
every 5 seconds, every few seconds, each second, keep asking the server, auto refresh > polling, interval, client side data fetching
remove it at once, hide it immediately, delete immediately > optimistic, mutation
disk full, disk space, cache folder huge > cache, file system
how long may an old page, serve stale, max stale > expire time, stale, revalidate
nothing cached, cache never used, cache is not hit, cache hit > caching, debugging
cache too long, cached forever, never updates, never refreshed > revalidate, cache life
cache in dev, caching in development > development, cache, hmr
load more when scrolling, endless scrolling, feed of posts > pagination, infinite scroll, data fetching
old cache after deploy, cache survives deploy, cache between deployments > cache, deployment, build id

# Pages, routes and rendering
rich snippets, structured data > json ld
context provider, react context, global state, state manager, share state between, share data between components > context, provider, client component
server folder, copy only needed, minimal server > standalone, output
star ratings, product info for google, rich results > json ld, structured data
detect mobile, mobile or desktop, which browser, device type > user agent
user is a bot, is it a bot, crawler visits, googlebot > user agent, bots
title tag, page title, tab title, meta description, preview image, link preview > metadata, open graph
live updates, instantly, other users see > realtime, websocket, subscription
something while waiting, while data loads, while loading, until data arrives, slow part, rest of the page, rest first, page waits, whole page waits, blocks the page, blocks rendering > streaming, suspense, loading ui
browser tab, tab name, tab icon, icon in the tab, app icon, home screen icon > metadata, title, icon, favicon
who is online, multiplayer, collaborative > realtime, websocket
holds up, blocks everything, delays everything, makes everything wait > streaming, suspense, blocking
title from data, title from the database, title from api > generate metadata, dynamic metadata
default title, title when missing > metadata, default, title
url of the current page, full url, current domain, base url of site, absolute url > url, headers, metadata base
show progress, progress bar, percentage, status updates, still working > progress, status, loading
is loading, loading indicator, wait animation, please wait, placeholder > loading, loading ui, fallback, suspense, status
between pages, across pages, on every page, all pages, everywhere > layout, shared, global, provider
menu, navbar, nav bar, sidebar, footer, header bar > layout, navigation, link
current page, active > active, pathname, navigation
go back, back button, previous page > router, navigation, history, back
jump to, scroll to > scroll, anchor, hash
change the url, without reload, address bar, url bar > navigation, router, history, shallow
old urls, moved page, send to another page, send the user, take the user to, forward to, lead to, point to, moved to, send them to, turned away > redirect
pretty url, nice url, slug, ids in the url, url with id, url parameters > dynamic route, params, segment
catch everything, wildcard, any path > catch all, wildcard, route
read the url, get the url, current url, which page, current path, current route > pathname, url, router, params
query string, question mark, get parameter, url query > search params, query
post request, send data, submit a form, save a form, form data > form, action, mutation, post, body
always fresh, every request, per request, each request, not cached, no cache, always up to date > dynamic, revalidate, no store, dynamic rendering
static site, plain html, only html, no server, without a server, without node, s3, github pages, html files > static export, static
flash, flicker, blink > flash, hydration, layout shift
mismatch, does not match server, text content does not match, differ between server and client > hydration
only in the browser, browser only, only on the client, client only, no ssr, disable ssr > client component, ssr, lazy loading, dynamic import
only on the server, server only, never reach the browser > server component, server only
on demand, when visible, later load > lazy loading, dynamic import
external script, script tag, google analytics, third party script, embed script, widget script, load a script, run script before, external js, chat widget, ads > script, third party
pictures folder, static files, assets, pdfs, public files > public folder, static assets
google results, google index, search results, rank higher, crawlers, bots > seo, sitemap, robots, metadata
dark theme, light theme > theme, css
tailwindcss, utility classes > tailwind, css
styled components > css in js
global styles, css not loading, styles missing > css, global
different per, depending on, based on, conditionally > dynamic, conditional
own ui, own design, custom ui, my own components, look and feel > custom, ui, component, headless
without changing the url, without affecting the url, not in the url, parentheses, round brackets, folder in brackets > route groups
square brackets, brackets in, dynamic url, variable in the url, id from the url, part of the url, value from the path, username in url > dynamic routes, params, segments
modal with own url, popup with url, photo in a modal, open in a modal, url for a modal, keep the list behind > intercepting routes, parallel routes, modal
two things in one page, independent sections, separately loaded, different parts of the page, several panels, dashboard with > parallel routes, slots, layout
keeps state, loses state, state is lost, typed text is lost, text i typed, inputs reset, scroll position, keep scroll, jumps to top > preserve state, scroll, state, activity
remounts, runs again on navigation, effect on every navigation, reset on navigation, not resetting > template, layout, remount
header and footer, same header, wrap all pages, shared across pages, shell around, frame around > layout, root layout
html tag, body tag, html lang, lang attribute > root layout, layout
own api, rest api, json endpoint, api endpoint, create an endpoint, http endpoint, backend endpoint, build an api > route handlers, api routes, endpoint
calls my app, incoming webhook, receive events, stripe events, external service calls > webhook, route handlers
disable the button, button while, double submit, submitted twice, click twice, double click, sending state, while submitting, while saving > pending, form, submit
check the form, form fields, form errors, field errors, wrong input, empty fields, required field, validate input > form validation, validation, form
without rebuild, without redeploy, without deploying, without a new build, rebuild one page, rebuild only, content changes, editor publishes, when the cms, cms changes > incremental static regeneration, revalidate, on demand
hide from google, not indexed, noindex, keep bots out, block bots, block crawlers, ai crawlers > robots, metadata
zoom, theme color, viewport, mobile zoom > viewport
feed, rss > route handlers, feed
fade, page transition, slide between, smooth transition > view transitions, animation
loads links, loaded in advance, on hover, too many requests in network tab, preloads, prefetches everything, load before click, stop preloading > prefetch, link
unsaved changes, warn before leaving, before leaving, leave the page, block navigation, confirm leaving > navigation, block
progress at the top, top loading bar, nprogress, spinner on click, feedback on click, click feels dead > link status, loading, pending
slow navigation, navigation is slow, slow to switch, takes a second to open, clicking a link is slow, pages open slowly > navigation, prefetch, loading, instant
syntax highlight, code highlight, front matter, table of contents, custom elements in markdown, replace h1 > mdx, markdown, components
localstorage, local storage, window object, document object, browser api, useeffect, usestate, onclick, event handlers > client component, browser, use client
where does it run, runs on the server or, server or client, server or browser, executed where > server components, client components, environment
convert to client, make it interactive, interactive > client component, use client, interactive
pass functions, functions cannot be passed, pass a function, plain objects, only plain objects, class instances, pass data to client > serializable, props, client component
old router, pages folder, pages directory, old pages > pages router, migration
new router, app folder, app directory > app router, migration
html only, no js, javascript disabled, without javascript > progressive enhancement, static export
upload to s3, ftp, apache, plain hosting, shared hosting, any web server, bucket, object storage, file host > static export
run at build time, built once, at build, during build, generated at build, all posts, all products, thousands of pages, known paths, list of pages to generate > static generation, prerender, static params
page is static, why static, became static, why dynamic, became dynamic, make it dynamic, opt out of static, force dynamic, always run > dynamic rendering, static rendering, dynamic
only part of the page, partly static, mostly static, static and dynamic, one dynamic part, dynamic hole > partial prerendering, suspense, cache components
date at build, random value, math random, new date, current time in > dynamic, prerender, hydration
two languages, language in the url, detect language, language switch, localized, in english or german, which language, language of the visitor, user language, language of the browser, version for each language, english version, german version > internationalization, locale
refresh without reloading, reload only data, rerender server, update server component > refresh, router
sass variables, scss files, less files > sass, css
scoped styles, class names, local styles, css conflict, order of css, styles order > css modules, css
style not applied, classes not working, styles are missing, styles dont work > css, tailwind
counter, click handler, nothing on click, click does nothing > client component, interactivity, event
gallery, on top of the, over the list, over the page, overlay with link > modal, intercepting routes, parallel routes
same bar, top bar, bar at top, bar on top, same frame > layout
any user, any id, any name, each user has a page, profile pages, page per user, page per product > dynamic routes, params
after the question mark, behind the question mark > search params, query string
stays active, stays clickable, still clickable > pending, disabled, form
gray boxes, grey boxes, skeletons, shimmer > loading, skeleton, fallback
arent the same, not the same on, differs on server, server html > hydration, mismatch
chart library, map library, rich text editor, needs window, uses window > lazy loading, dynamic import, client component, browser
only after the page, after page is ready, after everything else, not block the page, load last > lazy loading, script, strategy
underline, bold the current, mark the current, selected menu item, selected tab > active, pathname, link
navigate from inside, go to another page from code, change page in code, in code go to, programmatically, programatically, from a function > router, navigate, push, redirect
wait for > await, pending, loading
css in the html, inline the css, inline styles, critical css > inline css, css
css files split, css in one file, merge css files > css chunking, css
file ending, file extension, other extension > page extensions, extension
forward api calls, proxy to my backend, proxy api, backend on another port, show another site under, map url, mask the url, url stays the same > rewrites, proxy
typos in links, broken links, wrong href, link to a page that does not exist, check links > typed routes, statically typed links
all my urls to google, list of urls, tell google about, thousands of urls, pages for search engines, urls for search engines, all pages for google > sitemap
app version, wrapper for all pages, wrap every page, run on every page > custom app, layout
html document, change the html tag, custom html > custom document, root layout
data at build time, fetch at build, load at build > static generation, static props
fallback true, fallback blocking, unknown paths, paths not known, new pages after build > static paths, fallback, dynamic params
maintenance mode, maintenance page, under construction, http to https, www to non www, lower case urls > redirect, proxy
download button, download a file, serve a file, pdf download, generate a pdf, return a file, csv download > route handlers, response, stream
read form values, form values, fields of the form, formdata, upload from a form > form data, form
search box, search field, search as you type, filter in the url, filters in url, sort in url > search params, form
page 2, next page of results, paged list, infinite list, load more posts, next page button > pagination, search params
multi step, wizard, stepper > form, multistep
remember form values, form cleared, form resets, clear the form, reset the form > form, reset, state
several forms, two buttons in form, two submit buttons > form, action
time zone, timezones, date differs, local time > hydration, date
cookies only allowed, cannot set cookies, cookies can only be > cookies, server actions, route handlers
only works when, only async, must be async, await params, params is a promise, params should be awaited, sync access > async, params, promise, upgrade
headers and cookies are async, dynamic apis > async request, dynamic api, upgrade
uncached data, outside of suspense, was accessed outside, wrap in suspense, should be wrapped in a suspense > suspense, prerender, cache components
usesearchparams suspense, bailout, deopted, entire page client side > suspense, search params, client rendering
can i nest, put server component inside client, server inside client, client inside server, children prop > composition, server component, client component, children
different layout, other layout, no layout for login, login without navbar, skip the layout, layout for admin, hide the sidebar on, different header on, no header on, page without > layout, route groups
pick the root, home page, landing page, start page, index page, first page > page, index, route
lint on save, format on save > eslint, linting, format
amp, jquery plugin, web components > script, component
dark mode flicker, theme flashes, flash of light, wrong theme first > flash, hydration, theme
print styles, css variables, postcss plugin, autoprefixer > postcss, css
next to the input, next to the field, beside the input, below the field, under the field > form validation, error
live on our domain, part of our domain, under our domain, below our domain > multi zones, rewrites, base path
typed content, typed text, forgets what i typed, lose what i typed, entered text > preserve state, activity, state
swallows redirect, redirect in try, try catch redirect, catch block, inside try catch > redirect, rethrow, catch
type safe links, wrong link, link to missing page > typed routes
generate at request time, pdf on the fly, file on the fly, create a file for download, return html, return xml, return plain text, non json response > route handlers, response
first page load, only first load, initial load > initial, loading, performance
nested layout, layout in layout, layout inside > layout, nested
two layouts, more than one layout, several layouts > multiple root layouts, route groups
get data in layout, user in layout, params in layout, query in layout, pathname in layout > layout, params, pathname
shared between server and, same value on server and client > server component, client component
long list of links, hundreds of links, many links on page > prefetch, link
external link, link to another site, open in new tab, new tab > link, target
anchor in page, hash link, jump to section > link, hash, scroll
disable scroll, dont scroll, without scrolling > scroll, link
replace instead of push, no history entry, skip history > replace, router, link
listen to route changes, when the route changes, route change event, on navigation > pathname, router, events, navigation
active while loading, link is loading, which link was clicked > link status, pending
url changes but page, page does not rerender, not rerendering on url > search params, dynamic, navigation
database at build, build needs database, no database during build > prerender, dynamic, connection
build fails on page, error occurred prerendering, prerender error, export encountered > prerender, error, build
takes forever to build, thousands of pages build, build too long > static generation, build, incremental
load css later, unused css, purge css > css, optimization
import css from package, css from node modules, third party css > css, global, external
css only on one page, css per component > css modules
dark flash, logo flash, wrong content for a moment, shows for a split second > flash, hydration
too many redirects, redirect loop, endless redirect > redirect, proxy, loop
redirect after login, back to where they came from, after sign in > redirect, authentication
redirect based on, redirect depending, redirect if > redirect, proxy, conditional
redirect in client, redirect on click > redirect, router
popular ones, most visited, only some pages, some of the pages, the rest on demand, rest on first visit > static params, incremental static regeneration, on demand
different per page, different for each page, for each product, per product, for each post > dynamic, params, metadata
brand name in title, suffix, title suffix, site name in title > title template, metadata
white blink, white flicker, bright flash > flash, theme
wrong time, wrong date, hours off > timezone, date, locale
numbers formatted, currency > locale, internationalization
checkbox, dropdown, select box, radio buttons > form, input
copy to clipboard, share link > client component, browser
open a new window, popup window > link, window
drag, draggable, sortable list > client component, interactive
countdown, timer on page, clock > client component, interval
mobile layout, small screens, responsive > css, viewport, responsive
faster css, rust css > lightning css
params in a client, route params on the client, id in client component > use params
status page, health endpoint, ping endpoint > route handlers, health
search form, get form, form that navigates, form with get > form component, search params
read the body, request body, parse the body, raw body, body of the request > route handlers, request, body
server only sometimes, works after refresh, first click fails > navigation, cache, hydration
shared header but different, change layout per page, layout depends on > layout, nested, template
language switcher, switch language, change language > internationalization, locale, routing
menu with links, link component, anchor tag instead > link, navigation
protect api, protect an endpoint, secure my api, auth for api > route handlers, authentication, authorization
per route settings, per page settings, options per route > route segment config
time limit per route, longer timeout for a route, timeout for one page > max duration, route segment config
runs on the server, execute on the server, code on the server, server side code > server components, server functions, server
runs in the browser, execute in the browser, code in the browser > client components, client
pass data between pages, data from one page to another, send data to the next page > search params, state, navigation
url without extension, clean urls, remove html from > rewrites, trailing slash, routes
change html lang, html attributes, body class > root layout
css from a cdn, external stylesheet, link stylesheet > css, external
component library, ui library > css in js, client component, third party
form library > form, validation, schema
toast after, success message, show saved, confirmation message > form, state, mutation
go to another page after, after success go to, after submit go to, after saving go to > redirect, mutation
image upload, save uploaded, uploaded files, where do uploads go > upload, file, form data
too many rerenders, infinite render, render loop > client component, effect, error
search engine does not see, seo friendly, crawlable > seo, metadata, rendering
static export fails, not supported with export, cannot use with export > static export, unsupported
custom 500, own 500 page > custom error, 500
flat config, lint command removed, linter removed > eslint, upgrade
blank error page, application error, client side exception > error boundary, error handling, client

# Building, deploying and running
big bundle, bundle too big, bundle size, js size, what makes it big, heavy > bundle analyzer, bundle, package bundling, lazy loading
slow build, build takes, builds are slow, compile slow, slow compile > build performance, turbopack, cache, memory
first load, time to first byte, page speed, lighthouse, web vitals, core web vitals, lcp, cls, layout shift > performance, web vitals, optimization
not defined, is not defined, undefined on server, window not defined, document not defined > client, browser, server, environment
ignore errors, dont fail, not fail the build, despite errors > ignore, build errors
run once, on start, at startup, when the server starts, on boot, before start > instrumentation, startup, initialization, register, setup
before every request, before each request, every call, intercept, in front of > middleware, proxy, interceptor
mount under, sub path, subfolder, under a path > base path, prefix
behind nginx, behind a proxy, load balancer, behind cloudflare > proxy, reverse proxy, headers
open port, other port, change port, address in use, eaddrinuse, change the port, another port, port 3000, start on port > port, cli
https locally, local https, self signed > https, certificate, cli
existing server, own node server > custom server, express
laggy, lags, ui freezes, browser gets slow, browser freezes, too many renders, rerenders, re renders, renders too often, maximum update depth > throttle, render, performance
undefined in browser, undefined in the browser, undefined on the client, not available in the browser, available in the browser, env is undefined > public, environment variables, client
at runtime, without baking, change env after build, docker env, same image > runtime, environment variables
which package is big, what is in the bundle, too much javascript, js payload, reduce javascript, less javascript, ship less > bundle analyzer, package bundling, lazy loading, server components
package in typescript, untranspiled, esm only, esm package, shared package, local package, packages folder, unexpected token export, isnt compiled, not compiled, not transpiled, code shared, sibling package > transpile packages, monorepo
native module, native package, binary module, node addon, package breaks when bundled, dont bundle, not bundle, exclude from bundle, must stay as it is, should not be bundled, fails after bundling, breaks after bundling, leave the package alone > external packages, bundling
import svg, svg files, svg as component, custom loader, yaml files, load other files > webpack, loader, turbopack
faster compile, new bundler > turbopack, compiler, swc
smaller responses, gzip, brotli > compress
old browsers, ie11, internet explorer, old safari, old phones > supported browsers, polyfill, browser support
after a deploy, after deploying, new deployment, old tabs, old version still, users on old version, chunkloaderror, chunk load error, loading chunk failed, failed to load chunk > version skew, deployment id, deployment
from my phone, other device, another device, local network, tunnel, lan > allowed dev origins, hostname, dev server
before the page is shown, before rendering, check before render, look at the request, on each request, for every route, runs before > proxy, middleware
only for some routes, some paths, exclude paths, except static files, skip for > matcher, proxy, middleware
call the server from, server function, run server code from a button, form without api, rpc > server actions, server functions
push a new build, new release, new build, open tab, missing js, js file errors, missing files, file errors > version skew, deployment, deployment id
megabytes, kilobytes, mb of js, too many bytes, large download, imports make > bundle, bundle size, bundle analyzer
cpu at 100, sluggish editor, editor slow > performance, local development, memory
site under, app under, hosted under, lives under, under a folder, under a subpath, not at the root > base path
janky, stutters, hangs the ui > throttle, performance, render
fetch from the browser, from the browser, in the browser > client, browser
too slow to start, slow first request, first request is slow, wakes up, cold start > cold start, performance, serverless
output folder, build folder, build directory, dist folder, other folder than, where the build goes, build output goes > build directory, dist dir
git hash, commit hash as, version of the build, same build on all servers, build id > build id, generate build
log noise, noisy logs, too many logs, log fetch, which requests are made, see outgoing requests, requests in the terminal > logging
barrel file, icon library, many icons, big icon package > optimize package imports, package bundling
usememo, usecallback, memo automatically, automatic memoization > react compiler
disable telemetry, collects data, phones home, anonymous data > telemetry
fs not available, no fs, node apis, which runtime, node or edge, cloudflare workers, in a worker, edge function > runtime, edge
set cookie in middleware, read cookies in middleware > middleware, proxy, cookies, response
remove console logs, drop console, strip console > compiler, remove console
keep the server warm, scale to zero > serverless, deployment
vendor lock in, without lock in, not on vercel, other host > deploy, platforms, adapter
ab testing, a b testing, split traffic, canary release > experiments, proxy, cookies, feature flags
rate limiting by country, geo block, block a country, country of the visitor > geolocation, proxy, headers
pass extra arguments, extra arguments to action, id to action, more than the form data > bind, arguments, server actions
large list, thousands of rows, virtual list > performance, pagination
where is the config file, config in typescript, config as esm, config per phase > config, configuration
run two dev servers, dev with https, certificate > dev server, https, cli
keep old browsers, transpile for old > browser support, babel, compiler
before react starts, before hydration, before the app starts, early in the browser > instrumentation, client, script
node apis missing, missing on edge, not supported in edge, works in node but not > edge runtime, supported
static file from server, read a json file, read file on server, local json > filesystem, read, server
several environments build, build once deploy, same build different > runtime, environment variables, docker
deploy without downtime, zero downtime, rolling update > deployment, version skew
how many visitors, track clicks, track events, user tracking > analytics, instrumentation client
verify a token in middleware, auth in middleware, check session in middleware > proxy, middleware, authentication
hit on every save, called on every save, on each save, every time i save, on hot reload > hmr, cache, development
which element, what causes, who is to blame, cause of bad > attribution, web vitals
extra request, fewer requests, less requests > inline, bundle
through the proxy, via the proxy, proxied upload > proxy, body size
protected from csrf, forged, same origin > server actions, allowed origins, security
slow on vercel, slow in production, fast locally slow > performance, production, region, cache
works in chrome not safari, safari only, firefox only > browser support, polyfill
build works but, works in dev but, dev works, only fails in build > build, production, prerender
dev and build at the same time, build while dev, dev while building, folder conflict > build directory, dist dir, isolated
bake in, inlined at build, value at build time > environment variables, build time
which pages are slow, find slow pages, slow route > performance, instrumentation, web vitals
keep a secret on the server, secret on the server, without exposing, dont expose, never expose > server only, security, environment variables
two versions of the page, different version for, show different content > proxy, rewrites, dynamic
import alias not working, path not found > path alias, absolute imports, typescript

# Files, requests and the rest of a site
page not found, 404 page, missing page > not found, 404
visitor country, location of user, where the user is > geolocation, headers, ip
ip address, who is calling, visitor ip > headers, ip, request
set headers, response headers, request headers > headers
change status, status code > response, status
cookie banner, consent > cookies
mark down, markdown pages, blog posts from files, articles, posts as files, md files, content folder, text files > mdx, markdown
short imports, dot dot slash, relative imports, import alias, at sign > absolute imports, path alias, paths
drafts, unpublished, cms preview, see unpublished, before it goes live, before publishing, not yet published, see an article before, look at unpublished > draft mode, preview
headless cms > cms, content, draft
shop, store front, e commerce, ecommerce, paywall > payment, commerce
several sites, many domains, customers with own domain, white label > multi tenant, domains
phone app, mobile app, app store, ios app, android app > expo, react native, mobile
folder layout, organize, structure > project structure, folder, conventions
name of file, special files, file names, which files are special, reserved names, magic files > file conventions
one folder per, folders and files, where files go, folder names, file structure, src directory > project structure, file conventions, folder
unlimited depth, nested paths, any number of, deeply nested > catch all, segments
right away, feels instant, immediately show, instantly update, immediately and save, save in the background, show it before, pretend it worked, disappear immediately, shown immediately > optimistic
413, entity too large, body too large, payload too large, upload limit, bigger than 1mb, request too large, file too large > body size limit, size limit
effect twice, renders twice, mounts twice, runs twice, logs twice, double render, fires twice, twice on mount, double fetch in dev > strict mode
hide the framework, powered by, x powered by > powered by header
slash at the end, slash at end, ends with a slash, ending slash > trailing slash
readable stack traces, minified errors, real line numbers, original source > source maps
icon in the corner, dev overlay, corner badge > dev indicators
install to home screen, add to home screen, installable, like an app, works offline, offline mode, no internet > progressive web app, offline, manifest, service worker
several apps, split the app, different teams, micro frontend, microfrontends, two apps one domain, two teams, several teams, own repo, separate repo, different repos, different apps, one website from > multi zones, micro frontends
subdomain per, site per customer, each customer, own subdomain > multi tenant, subdomain
long task, after sending the response, dont wait, without waiting, analytics after, audit entry, write a log entry after, after i answered, after answering, already answered, after i responded, emails after signup, send after response > after, background
send to 404, show 404, trigger 404, item does not exist, record not found, isnt in the db, not in the db, not in the database, no such record, deleted post, unknown id > not found
no access page, not allowed page, access denied, permission denied > forbidden, unauthorized
measure, how fast, speed of my site, real users, page views, visitors, count visits > analytics, web vitals
sell to companies, many companies, each company, per company, per customer, customers have their own, clients have their own > multi tenant, tenant
pages dir, one page at a time, bit by bit move, gradually, incremental adoption, incrementally > migration, incremental
from our cdn, from a cdn, our cdn, assets from another domain > asset prefix, cdn
ahead of time, in advance, before i click, beforehand, eagerly > prefetch, preload
edits reset, state lost on edit, loses state on edit, full reload on edit, page reloads on every change, change not visible in browser, changes not showing, have to restart dev > fast refresh, local development
google maps > third party
which files may be, can i put other files, colocate, components next to pages, keep components with page, private folder, underscore folder > colocation, project structure, private folders
jsconfig, tsconfig, path mapping > paths, typescript, absolute imports
two times, called two times, runs two times, fires two times, executed twice, effects run twice > strict mode, double
hard reload, hard refresh, f5, browser refresh > reload, default
reacts immediately, instant feedback, feels fast, snappy, no waiting > optimistic, transition, instant
gives me a promise, returns a promise, is now a promise, now async, became async > async, promise, upgrade
without javascript enabled, works without js > progressive enhancement
which hook, hook for, is there a hook > hook
measure page speed, web vitals report, send metrics > web vitals, analytics
dev server blocked, blocked cross origin request in dev > allowed dev origins
directly in the html, into the html > inline
far away, latency from europe, closest region, region > region, edge, latency
headers too long, header size, link header > headers, maximum, length
import from a url, import over http, import from cdn > url imports
kept in memory, recompile when i switch, recompiles when switching, pages are disposed > on demand, development
slow first click, navigation slow in dev, dev pages compile > development, compile, prefetch
`;
