/* The drawings of a picture: terrains, objects, amulet, cubes, ATV, lava and volcano.
 *
 * Original artwork, the same as on the page. A terrain fills a hex of circumradius 50
 * around 0,0; a piece stands on 0,0. Terrains are told apart by their texture, treasures
 * by the mark on the cube, so that no colour is needed. Every element is wanted by its id
 * through <use>. */
#include "host/picture_parts.h"

static const char *const art[] = {
    /* t-beach */
    "<g id=\"t-beach\"><path d=\"M-24-30h0M-8-35h0M12-28h0M22-36h0M-36-8h0M-20-1"
    "4h0M4-12h0M30-14h0M39 1h0M-30 10h0M-10 6h0M18 8h0M-22 28h0M-6 24h0M10 "
    "34h0M26 24h0M-14 37h0M36 14h0\" stroke=\"#cfae6b\" stroke-width=\"4\" "
    "stroke-linecap=\"round\"/><path d=\"M18 22c1-8 12-8 13 0zM24.5 22v-6M21 "
    "21l-1-4M28 21l1-4\" fill=\"#fff7e0\" stroke=\"#cfae6b\" stroke-width=\"1.6\"/>"
    "</g>\n",
    /* t-jungle */
    "<g id=\"t-jungle\"><g fill=\"#84b273\" stroke=\"#56874b\" stroke-width=\"2\" "
    "stroke-linejoin=\"round\"><path id=\"bush\" d=\"M-20-19v7M-27-19c-7 "
    "0-8-8-2-10 0-9 12-10 14-3 7-2 9 9 3 13z\"/><use href=\"#bush\" x=\"31\" "
    "y=\"-6\"/><use href=\"#bush\" x=\"46\" y=\"13\"/><use href=\"#bush\" x=\"-14\" "
    "y=\"22\"/><use href=\"#bush\" x=\"18\" y=\"21\"/><use href=\"#bush\" x=\"1\" "
    "y=\"46\"/><use href=\"#bush\" x=\"37\" y=\"45\"/></g></g>\n",
    /* t-lake */
    "<g id=\"t-lake\"><g fill=\"none\" stroke=\"#4c8fbe\" stroke-width=\"3\" "
    "stroke-linecap=\"round\"><path d=\"M-22-28q5-6 10 0t10 0 10 0M-36-6q5-6 10 "
    "0t10 0M8-8q5-6 10 0t10 0M-20 14q5-6 10 0t10 0 10 0 10 0M-8 33q5-6 10 "
    "0t10 0\"/></g><path d=\"M2-20q4-5 8 0t8 0M-32 5q4-5 8 0M22 8q4-5 8 0\" "
    "fill=\"none\" stroke=\"#d8f0ff\" stroke-width=\"2.5\" stroke-linecap=\"round\"/>"
    "</g>\n",
    /* t-mountain */
    "<g id=\"t-mountain\"><g stroke=\"#8a8084\" stroke-width=\"2\" "
    "stroke-linejoin=\"round\"><path d=\"M-36-4-20-32-4-4z\" fill=\"#efebea\"/>"
    "<path d=\"M-20-32-4-4h-12l3-10z\" fill=\"#b3aaab\"/><path d=\"M4-8 20-34 "
    "36-8z\" fill=\"#efebea\"/><path d=\"M20-34 36-8H24l3-9z\" fill=\"#b3aaab\"/>"
    "<path d=\"M-20 32 0-2 20 32z\" fill=\"#efebea\"/><path d=\"M0-2 20 32H4L8 "
    "19z\" fill=\"#b3aaab\"/></g><path d=\"M-34 12l6-9 6 9M26 16l6-9 6 9\" "
    "fill=\"none\" stroke=\"#8a8084\" stroke-width=\"2\" stroke-linejoin=\"round\"/>"
    "</g>\n",
    /* t-scrubland */
    "<g id=\"t-scrubland\"><g fill=\"none\" stroke=\"#a26f35\" stroke-width=\"2.6\" "
    "stroke-linecap=\"round\"><path id=\"tuft\" "
    "d=\"M-24-20q-1-7-7-9M-24-20v-13M-24-20q1-7 7-9\"/><use href=\"#tuft\" "
    "x=\"38\" y=\"-4\"/><use href=\"#tuft\" x=\"-10\" y=\"26\"/><use href=\"#tuft\" "
    "x=\"22\" y=\"20\"/><use href=\"#tuft\" x=\"56\" y=\"24\"/><use href=\"#tuft\" "
    "x=\"8\" "
    "y=\"50\"/><use href=\"#tuft\" x=\"40\" y=\"48\"/></g><path d=\"M-6-26h5M28 "
    "12h5M-22 18h5M4 12h4M-38 6h3\" stroke=\"#d3a564\" stroke-width=\"3\" "
    "stroke-linecap=\"round\"/></g>\n",
    /* t-river */
    "<g id=\"t-river\"><g fill=\"none\" stroke=\"#a9d8d3\" stroke-width=\"37\"><path "
    "id=\"bed\" d=\"M-13-46C22-24-30-10-4 12 10 24 16 32 11 46\"/></g><g "
    "fill=\"none\" stroke=\"#74c2cf\" stroke-width=\"30\"><use href=\"#bed\"/></g>"
    "<path d=\"M-14-34C-2-22-12-16-14-8M-2-38C8-28 6-20 0-14M-8 2C-4 12 2 16 "
    "4 22M-14 8C-10 16-6 20-1 24M10 22C16 30 17 34 16 40M4 34L4 41\" "
    "fill=\"none\" stroke=\"#eafaff\" stroke-width=\"3\" stroke-linecap=\"round\"/>"
    "</g>\n",
    /* hut */
    "<g id=\"hut\"><ellipse cy=\"16\" rx=\"25\" ry=\"6\" fill=\"#0b1a20\" "
    "opacity=\".22\"/><path d=\"M0-34Q13-15 27-2L18 3v12q-18 7-36 "
    "0V3l-9-5Q-13-15 0-34z\" fill=\"none\" stroke=\"#ffffff\" stroke-width=\"7\" "
    "stroke-linejoin=\"round\"/><path d=\"M-18-3h36v18q-18 7-36 0z\" "
    "fill=\"#f3dfb8\" stroke=\"#4a2f18\" stroke-width=\"2.5\" "
    "stroke-linejoin=\"round\"/><path d=\"M-6 18V7a6 6 0 0 1 12 0v11z\" "
    "fill=\"#5b3a20\"/><path d=\"M11 5h4v6h-4z\" fill=\"#5b3a20\"/><path "
    "d=\"M0-34Q13-15 27-2 0 10-27-2-13-15 0-34z\" fill=\"#d69a45\" "
    "stroke=\"#4a2f18\" stroke-width=\"2.5\" stroke-linejoin=\"round\"/><path "
    "d=\"M0-30-17 1M0-30-6 4M0-30 6 4M0-30 17 1\" stroke=\"#8a5a1f\" "
    "stroke-width=\"1.8\" stroke-linecap=\"round\"/><path d=\"M-7-22Q0-19 7-22\" "
    "fill=\"none\" stroke=\"#4a2f18\" stroke-width=\"2.5\"/></g>\n",
    /* palm */
    "<g id=\"palm\"><ellipse cx=\"2\" cy=\"17\" rx=\"18\" ry=\"5\" fill=\"#0b1a20\" "
    "opacity=\".22\"/><path id=\"palmcut\" d=\"M-5 18Q-9 2-2-14-22-6-28 "
    "4-29-13-14-19-26-26-27-34-10-36-1-22 5-38 22-37 22-28 11-21 28-20 29 1 "
    "18-8 5-13-1 4 4 18z\" fill=\"none\" stroke=\"#ffffff\" stroke-width=\"7\" "
    "stroke-linejoin=\"round\"/><path d=\"M-5 18Q-9 2-2-15L5-14Q-1 4 4 18z\" "
    "fill=\"#a8713d\" stroke=\"#4a2f18\" stroke-width=\"2.3\" "
    "stroke-linejoin=\"round\"/><path d=\"M-6 9h6M-6 1h6M-4-6h6\" "
    "stroke=\"#4a2f18\" stroke-width=\"1.6\"/><g fill=\"#3f9a4c\" stroke=\"#173f22\" "
    "stroke-width=\"2.2\" stroke-linejoin=\"round\"><path d=\"M1-16Q-20-8-28 "
    "4-30-16 1-16z\"/><path d=\"M1-16Q20-10 29 1 28-22 1-16z\"/><path "
    "d=\"M1-16Q-18-22-27-34-6-38 1-16z\" fill=\"#57b35f\"/><path d=\"M1-16Q14-22 "
    "22-37 2-38 1-16z\" fill=\"#57b35f\"/></g><circle cx=\"-2\" cy=\"-13\" r=\"3.6\" "
    "fill=\"#6b4524\" stroke=\"#2f1c0d\" stroke-width=\"1.5\"/><circle cx=\"5\" "
    "cy=\"-13\" r=\"3.6\" fill=\"#6b4524\" stroke=\"#2f1c0d\" stroke-width=\"1.5\"/>"
    "</g>\n",
    /* statue */
    "<g id=\"statue\"><ellipse cy=\"16\" rx=\"20\" ry=\"6\" fill=\"#0b1a20\" "
    "opacity=\".25\"/><path d=\"M-18 17V9h5l1-23-5-9 7-1 2-9 8 5 8-5 2 9 7 1-5 "
    "9 1 23h5v8z\" fill=\"none\" stroke=\"#ffffff\" stroke-width=\"7\" "
    "stroke-linejoin=\"round\"/><path d=\"M-18 17V9h36v8z\" fill=\"#7d848a\" "
    "stroke=\"#23292e\" stroke-width=\"2.4\" stroke-linejoin=\"round\"/><path "
    "d=\"M-12-14-17-23l7-1 2-9 8 5 8-5 2 9 7 1-5 9z\" fill=\"#e3b04b\" "
    "stroke=\"#23292e\" stroke-width=\"2.4\" stroke-linejoin=\"round\"/><path "
    "d=\"M-13 9-12-16Q0-22 12-16L13 9z\" fill=\"#b9bfc3\" stroke=\"#23292e\" "
    "stroke-width=\"2.4\" stroke-linejoin=\"round\"/><path d=\"M4-19Q9-18 "
    "12-16L13 9H5z\" fill=\"#949ca2\"/><path d=\"M-9-9h7v4h-6zM9-9H2v4h6z\" "
    "fill=\"#23292e\"/><path d=\"M0-10-3 0h6M-6 5q6 2 12 0\" fill=\"none\" "
    "stroke=\"#23292e\" stroke-width=\"2\" stroke-linejoin=\"round\" "
    "stroke-linecap=\"round\"/></g>\n",
    /* gaze */
    "<g id=\"gaze\"><path d=\"M0-54 13-27 4.5-30V-17h-9v-13L-13-27z\" "
    "fill=\"#ffd23d\" stroke=\"#40300a\" stroke-width=\"2.6\" "
    "stroke-linejoin=\"round\"/></g>\n",
    /* amulet */
    "<g id=\"amulet\"><ellipse cy=\"13\" rx=\"11\" ry=\"3\" fill=\"#0b1a20\" "
    "opacity=\".2\"/><path d=\"M0-19a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM0-11A12 12 0 "
    "1 1 0 13 12 12 0 0 1 0-11z\" fill=\"#ffffff\" stroke=\"#ffffff\" "
    "stroke-width=\"5\"/><circle cy=\"-14\" r=\"3.5\" fill=\"none\" stroke=\"#7a4b00\" "
    "stroke-width=\"2.4\"/><circle cy=\"1\" r=\"12\" fill=\"#f2b632\" "
    "stroke=\"#6b4300\" stroke-width=\"2.2\"/><path d=\"M0-8 6 1 0 10-6 1z\" "
    "fill=\"#12b3a2\" stroke=\"#064a46\" stroke-width=\"1.8\" "
    "stroke-linejoin=\"round\"/><path d=\"M0-8-2 1 0 10\" fill=\"none\" "
    "stroke=\"#b9fff4\" stroke-width=\"1.2\"/><path d=\"M-9 1h.01M9 "
    "1h.01M-6-6h.01M6-6h.01M-6 8h.01M6 8h.01\" stroke=\"#6b4300\" "
    "stroke-width=\"2\" stroke-linecap=\"round\"/></g>\n",
    /* volcano */
    "<g id=\"volcano\"><path d=\"M-114 40-88 4-62-18-40-66-28-88H30L44-62 70-14 "
    "92 6 114 42 94 78 44 84 22 118H-26L-46 86-96 78z\" fill=\"#4a3431\" "
    "stroke=\"#2b1c1b\" stroke-width=\"4\" stroke-linejoin=\"round\"/><path "
    "d=\"M30-88 44-62 70-14 92 6 114 42 94 78 44 84 22 118 34 60 18 4 22-40z\" "
    "fill=\"#2b1c1b\" opacity=\".45\"/><path d=\"M-34-76C-30-40-66 0-62 34-60 "
    "54-70 62-72 72M-4-66C-4-20 10 10 0 50-6 80 6 92 2 110M28-74C34-36 52-6 "
    "56 26 58 46 70 56 74 66\" fill=\"none\" stroke=\"#e4572e\" stroke-width=\"13\" "
    "stroke-linecap=\"round\"/><path d=\"M-34-76C-30-40-70 0-66 40M-4-66C-4-20 "
    "10 10 0 50M28-74C34-36 56-6 60 30\" fill=\"none\" stroke=\"#ffc857\" "
    "stroke-width=\"4.5\" stroke-linecap=\"round\"/><ellipse cy=\"-84\" rx=\"36\" "
    "ry=\"14\" fill=\"#e4572e\" stroke=\"#2b1c1b\" stroke-width=\"5\"/><ellipse "
    "cy=\"-82\" rx=\"22\" ry=\"7\" fill=\"#ffc857\"/><path d=\"M-14-98c-16-10 0-26 "
    "12-20 4-14 28-10 26 4 14 2 12 20-2 18-8 6-26 6-36-2z\" fill=\"#f4f1ec\" "
    "opacity=\".85\"/></g>\n",
    /* lava */
    "<g id=\"lava\"><path d=\"M-50 0-25-43.300H25L50 0 25 43.300H-25z\" "
    "fill=\"#4a3431\"/><g><path d=\"M-50 0-34 3-24-10-4-6 6-22 25-43M-24-10-25 "
    "14-8 24-10 43M-4-6 8 8 34 4 50 0M8 8 4 24 25 43M-25 14-38 20\" "
    "fill=\"none\" stroke=\"#e4572e\" stroke-width=\"5.5\" "
    "stroke-linejoin=\"round\"/><path d=\"M-24-10-4-6 6-22M-4-6 8 8 34 "
    "4M-24-10-25 14-8 24M8 8 4 24\" fill=\"none\" stroke=\"#ffc857\" "
    "stroke-width=\"2.2\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/></g>"
    "</g>\n",
    /* cube-white */
    "<g id=\"cube-white\"><path d=\"M0-14 12-7.500V7L0 14-12 7V-7.500z\" "
    "fill=\"#ffffff\" stroke=\"#ffffff\" stroke-width=\"5\" "
    "stroke-linejoin=\"round\"/><g stroke=\"#3b3f43\" stroke-width=\"1.8\" "
    "stroke-linejoin=\"round\"><path d=\"M-12-7.5 0-1v15L-12 7z\" "
    "fill=\"#e8e6e0\"/><path d=\"M12-7.5 0-1v15L12 7z\" fill=\"#cfccc4\"/><path "
    "d=\"M0-14 12-7.5 0-1-12-7.500z\" fill=\"#ffffff\"/></g></g>\n",
    /* cube-grey */
    "<g id=\"cube-grey\"><path d=\"M0-14 12-7.500V7L0 14-12 7V-7.500z\" "
    "fill=\"#ffffff\" stroke=\"#ffffff\" stroke-width=\"5\" "
    "stroke-linejoin=\"round\"/><g stroke=\"#2d343a\" stroke-width=\"1.8\" "
    "stroke-linejoin=\"round\"><path d=\"M-12-7.5 0-1v15L-12 7z\" "
    "fill=\"#8a939b\"/><path d=\"M12-7.5 0-1v15L12 7z\" fill=\"#727c85\"/><path "
    "d=\"M0-14 12-7.5 0-1-12-7.500z\" fill=\"#a3abb2\"/></g><path "
    "d=\"M-9.5-1v6M-6 1v6M-2.5 3v6\" stroke=\"#ffffff\" stroke-width=\"1.8\" "
    "stroke-linecap=\"round\"/></g>\n",
    /* cube-brown */
    "<g id=\"cube-brown\"><path d=\"M0-14 12-7.500V7L0 14-12 7V-7.500z\" "
    "fill=\"#ffffff\" stroke=\"#ffffff\" stroke-width=\"5\" "
    "stroke-linejoin=\"round\"/><g stroke=\"#351b07\" stroke-width=\"1.8\" "
    "stroke-linejoin=\"round\"><path d=\"M-12-7.5 0-1v15L-12 7z\" "
    "fill=\"#8a5122\"/><path d=\"M12-7.5 0-1v15L12 7z\" fill=\"#6d3d17\"/><path "
    "d=\"M0-14 12-7.5 0-1-12-7.500z\" fill=\"#a5662f\"/></g><path d=\"M-9.5 0-2.5 "
    "8.500M-2.5 3.5-9.5 5\" stroke=\"#ffe2c0\" stroke-width=\"2\" "
    "stroke-linecap=\"round\"/></g>\n",
    /* cube-black */
    "<g id=\"cube-black\"><path d=\"M0-14 12-7.500V7L0 14-12 7V-7.500z\" "
    "fill=\"#ffffff\" stroke=\"#ffffff\" stroke-width=\"5\" "
    "stroke-linejoin=\"round\"/><g stroke=\"#000000\" stroke-width=\"1.8\" "
    "stroke-linejoin=\"round\"><path d=\"M-12-7.5 0-1v15L-12 7z\" "
    "fill=\"#24282d\"/><path d=\"M12-7.5 0-1v15L12 7z\" fill=\"#14171a\"/><path "
    "d=\"M0-14 12-7.5 0-1-12-7.500z\" fill=\"#3a3f45\"/></g><circle cx=\"-6\" "
    "cy=\"4\" r=\"2.8\" fill=\"#ffffff\"/></g>\n",
    /* atv */
    "<g id=\"atv\"><ellipse cy=\"16\" rx=\"29\" ry=\"5\" fill=\"#0b1a20\" "
    "opacity=\".25\"/><path d=\"M-28 4-25-6Q-24-10-19-10h5l7-11H9q3 0 4 3l4 8 8 "
    "3q3 1 3 5v3a10 10 0 1 1-20 4h-16a10 10 0 1 1-20-4z\" fill=\"#ffffff\" "
    "stroke=\"#ffffff\" stroke-width=\"7\" stroke-linejoin=\"round\"/><path "
    "d=\"M-28 4-25-6Q-24-10-19-10h5l7-11H9q3 0 4 3l4 8 8 3q3 1 3 5v4q0 2-2 "
    "2h-52q-2 0-2-3z\" fill=\"#2257c9\" stroke=\"#0b2360\" stroke-width=\"2.6\" "
    "stroke-linejoin=\"round\"/><path d=\"M-10-10-5-18H1v8zM4-10v-8h4q2 0 3 2l3 "
    "6z\" fill=\"#eaf6fb\" stroke=\"#0b2360\" stroke-width=\"1.8\" "
    "stroke-linejoin=\"round\"/><path d=\"M-24-10v-5h8\" fill=\"none\" "
    "stroke=\"#0b2360\" stroke-width=\"2.6\" stroke-linecap=\"round\"/><path "
    "d=\"M24-4h3\" stroke=\"#ffe9a6\" stroke-width=\"4\" stroke-linecap=\"round\"/>"
    "<g fill=\"#1c2226\" stroke=\"#0b2360\" stroke-width=\"1.5\"><circle cx=\"-17\" "
    "cy=\"8\" r=\"9.5\"/><circle cx=\"17\" cy=\"8\" r=\"9.5\"/></g><g fill=\"#c9d0d4\">"
    "<circle cx=\"-17\" cy=\"8\" r=\"3.8\"/><circle cx=\"17\" cy=\"8\" r=\"3.8\"/></g>"
    "</g>\n",
};

void picture_art(FILE *out)
{
    for (size_t i = 0; i < sizeof art / sizeof art[0]; i++)
        fputs(art[i], out);
}
