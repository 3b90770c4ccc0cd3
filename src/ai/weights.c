#include "ai/eval.h"

const ai_weights *ai_weights_for(unsigned players)
{
    return &ai_learned_weights[players];
}
